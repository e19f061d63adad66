//! Light clients on headers of chains that there are.
//!
//! | module | what it is |
//! |---|---|
//! | `report` | how the commands print an update |
//! | `tendermint` | the command, on blocks as nodes and tools give them |
//! | `blocks` | these blocks, out of files |
//! | `grandpa` | the command, on justifications as a node returns them |
//! | `model_based` | the command, on tendermint-rs's model-based tests |

mod blocks;
pub(crate) mod grandpa;
mod model_based;
mod report;
pub(crate) mod tendermint;
