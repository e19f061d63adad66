//! Enums in JSON and in storage, of every kind.
//!
//! ```text
//! keep {"shape": {"Circle": 2}}
//! keep {"shape": {"Square": {"side": 3, "name": "s"}}}
//! keep {"shape": "Nothing"}
//! keep {"shape": {"Triangle": [3, 4, 5]}}
//! keep {"shape": {"Pentagon": 1}}
//! keep {"shape": {"Circle": 1, "Square": 2}}
//! area {}
//! tagged {"message": {"type": "text", "body": "x"}}
//! tagged {"message": {"type": "number", "value": 7}}
//! tagged {"message": {"type": "other"}}
//! untagged {"either": "x"}
//! untagged {"either": 4294967296}
//! untagged {"either": [1]}
//! ```

use near_sdk::near;

#[near(serializers = [json, borsh])]
#[derive(Default)]
pub enum Shape {
    #[default]
    Nothing,
    Circle(u32),
    Square {
        side: u32,
        name: String,
    },
    Triangle(u8, u8, u8),
}

#[near(serializers = [json])]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Message {
    Text { body: String },
    Number { value: i8 },
}

#[near(serializers = [json])]
#[serde(untagged)]
pub enum Either {
    Number(u32),
    Large(u64),
    Text(String),
}

#[near(contract_state)]
#[derive(Default)]
pub struct Contract {
    shapes: Vec<Shape>,
}

#[near]
impl Contract {
    pub fn keep(&mut self, shape: Shape) -> &Vec<Shape> {
        self.shapes.push(shape);
        &self.shapes
    }

    pub fn area(&self) -> u32 {
        let area = |shape: &Shape| match shape {
            Shape::Nothing => 0,
            Shape::Circle(radius) => 3 * radius * radius,
            Shape::Square { side, name } => side * side + u32::from(name.is_empty()),
            Shape::Triangle(a, b, c) => u32::from(*a) * u32::from(*b) * u32::from(*c),
        };
        self.shapes.iter().map(area).sum()
    }

    pub fn tagged(message: Message) -> Message {
        message
    }

    pub fn untagged(either: Either) -> &'static str {
        match either {
            Either::Number(_) => "number",
            Either::Large(_) => "large",
            Either::Text(_) => "text",
        }
    }
}
