//! A table, for a terminal and for a document.

use comfy_table::CellAlignment;
use std::fmt::{Display, Write as _};

/// Rows of cells in groups. The first column has names, the others numbers.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Table {
    titles: Vec<String>,
    rows: Vec<TableRow>,
}

#[derive(Clone, Debug, PartialEq)]
struct TableRow {
    group: String,
    name: String,
    cells: Vec<String>,
    /// Whether the row was measured; documents omit others.
    is_measured: bool,
}

impl Table {
    /// A table with these titles.
    pub fn new<T: Into<String>>(titles: impl IntoIterator<Item = T>) -> Self {
        Self {
            titles: titles.into_iter().map(Into::into).collect(),
            rows: Vec::new(),
        }
    }

    /// A table with these titles, separated by ` | `.
    pub fn titled(titles: &str) -> Self {
        Self::new(titles.split(" | "))
    }

    /// Adds a measured row.
    pub fn row(&mut self, group: &str, name: &str, cells: Vec<String>) {
        self.rows.push(TableRow {
            group: group.to_owned(),
            name: name.to_owned(),
            cells,
            is_measured: true,
        });
    }

    /// Adds a measured row without a group.
    pub fn line(&mut self, name: &str, cells: &[&dyn Display]) {
        let cells = cells.iter().map(ToString::to_string);
        self.row("", name, cells.collect());
    }

    /// Adds a row that was not measured, with the reason.
    pub fn missing(&mut self, group: &str, name: &str, why: &str) {
        self.rows.push(TableRow {
            group: group.to_owned(),
            name: name.to_owned(),
            cells: vec![why.to_owned()],
            is_measured: false,
        });
    }

    /// All rows as text, with a line for each group.
    pub fn text(&self) -> String {
        let mut table = super::table(self.titles.iter().map(String::as_str));
        let mut group = "";
        for row in &self.rows {
            if row.group != group {
                group = &row.group;
                table.add_row([group]);
            }
            let indented = match group {
                "" => row.name.clone(),
                _ => format!("  {}", row.name),
            };
            table.add_row([indented].iter().chain(&row.cells));
        }
        for column in table.column_iter_mut().skip(1) {
            column.set_cell_alignment(CellAlignment::Right);
        }
        table.to_string()
    }

    /// The measured rows in Markdown.
    pub fn markdown(&self) -> String {
        let titles = self.titles.iter().map(|title| title.replace('\n', " "));
        let mut text = format!("| {} |\n", titles.collect::<Vec<_>>().join(" | "));
        let _ = writeln!(text, "|{}", "---|".repeat(self.titles.len()));
        for row in self.rows.iter().filter(|row| row.is_measured) {
            let name = match row.group.as_str() {
                "" => row.name.clone(),
                group => format!("{group}: {}", row.name),
            };
            // Writing to a string cannot fail.
            let _ = writeln!(text, "| {name} | {} |", row.cells.join(" | "));
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_document_has_what_was_measured_and_a_terminal_everybody() {
        let mut table = Table::new(["", "us\neach"]);
        table.row("native", "ring", vec!["1.0".to_owned()]);
        table.missing("native", "LLVM", "not in this build");
        assert_eq!(
            table.markdown(),
            "|  | us each |\n|---|---|\n| native: ring | 1.0 |\n"
        );
        let text = table.text();
        for part in ["native", "  ring", "  LLVM", "not in this build"] {
            assert!(text.contains(part), "{text}");
        }
    }
}
