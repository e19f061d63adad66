//! Enums whose variants have names.

/// Declares an enum with a name for each variant, used to serialize, parse and display it.
macro_rules! named {
    (
        $(#[$attribute:meta])*
        $vis:vis $type:ident: $($(#[$doc:meta])* $variant:ident $name:literal;)*
    ) => {
        $(#[$attribute])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[derive(serde::Serialize, serde::Deserialize)]
        $vis enum $type {
            $($(#[$doc])* #[serde(rename = $name)] $variant,)*
        }

        #[allow(dead_code, reason = "not every list or name is needed")]
        impl $type {
            /// All of them.
            $vis const ALL: [Self; [$(Self::$variant),*].len()] = [$(Self::$variant),*];

            $vis const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)*
                }
            }
        }

        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.name())
            }
        }
    };
}

pub(crate) use named;
