//! What the programs have in common: each is asked for something as JSON, in its first argument, and prints what came
//! of it as its last line, JSON too.

use serde_json::{Value, json};

/// What the scenario asks for.
pub struct Asked(Value);

impl Asked {
    pub fn read() -> Asked {
        let text = std::env::args().nth(1).expect("JSON as the first argument");
        Asked(serde_json::from_str(&text).expect("JSON as the first argument"))
    }

    /// A member that is text.
    pub fn text(&self, name: &str) -> &str {
        self.0[name].as_str().unwrap_or_else(|| panic!("{name} is missing"))
    }
}

/// What the client saw: the update that it was offered, and whether it could be taken.
#[derive(Default)]
pub struct Told {
    pub update: Option<Value>,
    pub error: Option<String>,
}

impl Told {
    /// Prints it for the scenario.
    pub fn print(self) {
        println!("{}", json!({ "update": self.update, "error": self.error }));
    }
}

/// Runs a client that writes down what it is offered; what it stumbles over is told, too.
pub fn tell<E: std::fmt::Display>(run: impl FnOnce(&Asked, &mut Told) -> Result<(), E>) {
    let mut told = Told::default();
    if let Err(error) = run(&Asked::read(), &mut told) {
        told.error = Some(error.to_string());
    }
    told.print();
}
