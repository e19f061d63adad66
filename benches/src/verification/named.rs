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

        impl $type {
            /// All of them.
            #[allow(dead_code, reason = "not every list is needed")]
            $vis const ALL: [Self; [$(Self::$variant),*].len()] = [$(Self::$variant),*];
        }

        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(match self {
                    $(Self::$variant => $name,)*
                })
            }
        }
    };
}

pub(crate) use named;
