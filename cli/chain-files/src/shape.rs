//! The kinds of JSON that a value can have. An error for another kind names what was expected.

use std::fmt;

use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserialize, Deserializer, Error, Expected, MapAccess, SeqAccess};
use serde::de::{IgnoredAny, Unexpected, Visitor};

/// How a `T` is made from each possible kind of JSON: from a list by `L`, from an object by `O`.
pub(crate) struct Shape<T, L = IgnoredAny, O = IgnoredAny> {
    expected: &'static str,
    null: Option<fn() -> T>,
    number: Option<fn(i128) -> Made<T>>,
    text: Option<fn(&str) -> Made<T>>,
    list: Option<fn(L) -> Made<T>>,
    object: Option<fn(O) -> T>,
}

/// A value, or why there is none.
type Made<T> = Result<T, Fault>;

/// Why a number, a text or a list does not give a value.
pub(crate) enum Fault {
    /// This kind gives no value, or no number of this sign does.
    Kind,
    /// It is not what the shape expects.
    Value,
    /// It is not what this text names.
    Not(&'static str),
    /// A reason that follows what the shape expects.
    Expected(String),
    /// A reason that stands alone.
    Because(String),
}

impl Fault {
    pub(crate) fn because(reason: impl Into<String>) -> Self {
        Self::Because(reason.into())
    }
}

/// A type that is made from a list's items.
pub(crate) trait Items<'de>: Sized {
    /// # Errors
    /// An item is refused, or there are too few or too many of them.
    fn read<A: SeqAccess<'de>>(items: A, expected: &dyn Expected) -> Result<Self, A::Error>;
}

impl<'de, T: Deserialize<'de>> Items<'de> for Vec<T> {
    fn read<A: SeqAccess<'de>>(mut items: A, _: &dyn Expected) -> Result<Self, A::Error> {
        let mut list = Self::new();
        while let Some(item) = items.next_element()? {
            list.push(item);
        }
        Ok(list)
    }
}

impl<'de, T: Deserialize<'de>, U: Deserialize<'de>> Items<'de> for (T, U) {
    fn read<A: SeqAccess<'de>>(mut items: A, expected: &dyn Expected) -> Result<Self, A::Error> {
        let wrong = |length| A::Error::invalid_length(length, expected);
        let first = items.next_element()?.ok_or_else(|| wrong(0))?;
        let second = items.next_element()?.ok_or_else(|| wrong(1))?;
        match items.next_element::<IgnoredAny>()? {
            None => Ok((first, second)),
            Some(_) => Err(wrong(3)),
        }
    }
}

/// For shapes without lists.
impl<'de> Items<'de> for IgnoredAny {
    fn read<A: SeqAccess<'de>>(_: A, expected: &dyn Expected) -> Result<Self, A::Error> {
        Err(A::Error::invalid_type(Unexpected::Seq, expected))
    }
}

impl<T> Shape<T> {
    /// A shape without any kind yet; `expected` is for errors.
    pub(crate) const fn of(expected: &'static str) -> Self {
        Self {
            expected,
            null: None,
            number: None,
            text: None,
            list: None,
            object: None,
        }
    }
}

impl<T, L, O> Shape<T, L, O> {
    pub(crate) fn null(self, null: fn() -> T) -> Self {
        let null = Some(null);
        Self { null, ..self }
    }

    pub(crate) fn number(self, number: fn(i128) -> Made<T>) -> Self {
        let number = Some(number);
        Self { number, ..self }
    }

    pub(crate) fn text(self, text: fn(&str) -> Made<T>) -> Self {
        let text = Some(text);
        Self { text, ..self }
    }

    pub(crate) fn list<M>(self, list: fn(M) -> Made<T>) -> Shape<T, M, O> {
        Shape {
            expected: self.expected,
            null: self.null,
            number: self.number,
            text: self.text,
            list: Some(list),
            object: self.object,
        }
    }

    pub(crate) fn object<P>(self, object: fn(P) -> T) -> Shape<T, L, P> {
        Shape {
            expected: self.expected,
            null: self.null,
            number: self.number,
            text: self.text,
            list: self.list,
            object: Some(object),
        }
    }

    /// Reads a value of this shape.
    pub(crate) fn read<'de, D: Deserializer<'de>>(self, deserializer: D) -> Result<T, D::Error>
    where
        L: Items<'de>,
        O: Deserialize<'de>,
    {
        // If only one kind is expected, the error's column is the one before the other kind.
        let others = self.null.is_some() || self.number.is_some() || self.object.is_some();
        match (self.text, self.list) {
            (Some(_), None) if !others => deserializer.deserialize_str(self),
            (None, Some(_)) if !others => deserializer.deserialize_seq(self),
            _ => deserializer.deserialize_any(self),
        }
    }

    /// The value from `found`, if this kind can give one.
    fn made<E: Error>(&self, made: Option<Made<T>>, found: Unexpected<'_>) -> Result<T, E> {
        let expected = &self.expected;
        made.unwrap_or(Err(Fault::Kind))
            .map_err(|fault| match fault {
                Fault::Kind => E::invalid_type(found, expected),
                Fault::Value => E::invalid_value(found, expected),
                Fault::Not(expected) => E::invalid_value(found, &expected),
                Fault::Expected(reason) => E::custom(format_args!("expected {expected}: {reason}")),
                Fault::Because(reason) => E::custom(reason),
            })
    }
}

impl<'de, T, L: Items<'de>, O: Deserialize<'de>> Visitor<'de> for Shape<T, L, O> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.expected)
    }

    fn visit_unit<E: Error>(self) -> Result<T, E> {
        self.made(self.null.map(|null| Ok(null())), Unexpected::Unit)
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<T, E> {
        let made = self.number.map(|made| made(number.into()));
        self.made(made, Unexpected::Signed(number))
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<T, E> {
        let made = self.number.map(|made| made(number.into()));
        self.made(made, Unexpected::Unsigned(number))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
        self.made(self.text.map(|made| made(text)), Unexpected::Str(text))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, items: A) -> Result<T, A::Error> {
        let read = |made: fn(L) -> Made<T>| L::read(items, &self.expected).map(made);
        let made = self.list.map(read).transpose()?;
        self.made(made, Unexpected::Seq)
    }

    fn visit_map<A: MapAccess<'de>>(self, fields: A) -> Result<T, A::Error> {
        let read = |made: fn(O) -> T| {
            let object = O::deserialize(MapAccessDeserializer::new(fields));
            object.map(|object| Ok(made(object)))
        };
        let made = self.object.map(read).transpose()?;
        self.made(made, Unexpected::Map)
    }
}
