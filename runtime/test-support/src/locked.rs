//! Versions of packages in `Cargo.lock`; records name them as their inputs.

/// Name and version of each of these packages, in the lock file's order.
pub fn versions(names: &[&str]) -> Vec<String> {
    let lock = include_str!("../../../Cargo.lock");
    let packages = lock.split("[[package]]").filter_map(|package| {
        let field = |name: &str| {
            let line = package.lines().find_map(|line| line.strip_prefix(name))?;
            Some(line.trim_matches(['=', ' ', '"']).to_owned())
        };
        let (name, version) = (field("name")?, field("version")?);
        let is_named = names.contains(&name.as_str());
        is_named.then(|| format!("{name} {version}"))
    });
    packages.collect()
}
