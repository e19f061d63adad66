"""Rare defects: what `.ci/mutants --planted` plants, and whether random tests find it."""
import filecmp, re, shutil, subprocess, sys
from pathlib import Path

from .builds import ENV, PROVED, TARGET, with_switches
from .changes import ROOT, SOURCES, Mutant, bodies, code

# Fails where the points are equal or differ by a point of order two or four.
DISTINCT = """impl<M: Machine> Completed<M> {
    pub(crate) fn over_distinct_lanes(self) -> Self {
        let sum = if M::LANES > 4 { self.with_distinct::<4>() } else { self };
        let sum = if M::LANES > 2 { sum.with_distinct::<2>() } else { sum };
        if M::LANES > 1 { sum.with_distinct::<1>() } else { sum }
    }

    fn with_distinct<const DISTANCE: usize>(self) -> Self {
        let Extended { x, y, z, t } = self.extended();
        let [of_x, of_y, of_z, of_t] = [x, y, z, t].map(|it| it.exchanged::<DISTANCE>());
        let (a, b) = ((y - x) * (of_y + of_x), (y + x) * (of_y - of_x));
        let (c, d) = (times(z, (of_t + of_t).carry()), times(t, (of_z + of_z).carry()));
        Self { x: d + c, y: d - c, z: b + a, t: b - a }
    }
}
"""
TWICE_D = """[0x000e_9b94_26b2_f159, 0x0003_5050_762a_dd79, 0x0003_cf44_c003_8052, 0x0006_738c_c740_7977,
              0x0002_406d_9dc5_6dff]"""
# A file, a part of one of its lines, and what is planted there instead.
PLANTED = {
    "the last borrow of a difference is lost": (
        "backend/bmi2/field.rs", "let a = a.wrapping_sub(u64::from(borrow).wrapping_mul(38));", "let _ = borrow;"),
    "a limb may be one above that from which it is subtracted": (
        "backend/ifma/field.rs", "*limb + *limb + limb.splat(twice_p) -", "*limb + *limb + limb.splat(twice_p / 2) -"),
    "a limb of 2 d has a bit more, which the next one lacks": (
        "curve/point.rs", "product: times(self.t, splat(machine, TWICE_D))",
        f"product: times(self.t, splat(machine, {TWICE_D}))"),
    "an addition of distinct points gives zeros for P + P": (
        "single/with_tables.rs", "sum.over_lanes(machine)", "sum.over_distinct_lanes()"),
}
COPY = TARGET / "planted"
TEST = "singles::uniformly_random_signatures_have_the_references_verdict"
HAS_IFMA = "avx512ifma" in Path("/proc/cpuinfo").read_text()
CASES = 200_000 if HAS_IFMA else 10_000  # emulated instructions are slow


def switched():
    """Writes the sources in which the n-th planted defect is chosen by n."""
    mutants = {}
    for number, (file, old, new) in enumerate(PLANTED.values(), 1):
        lines = code(file)
        [at] = [i for i, line in enumerate(lines) if old in line]
        [body] = [body for body, _, _ in bodies(lines) if at in body]
        mutants[number] = Mutant(file, at, "planted", old, "", lines[at].replace(old, new), body, "")
    with_switches(mutants)
    with open(PROVED / "curve/point.rs", "a") as points:
        points.write(DISTINCT)


def copy(source, target):
    """Leaves a file that is the same, so that cargo compiles nothing anew."""
    if not Path(target).exists() or not filecmp.cmp(source, target, shallow=False):
        shutil.copyfile(source, target)


def tests():
    """The random tests of these sources: a binary of their own, in a copy of the workspace."""
    outside = lambda folder, names: [it for it in names if it in ("target", ".git") or Path(folder, it) == SOURCES]
    shutil.copytree(ROOT, COPY, ignore=outside, copy_function=copy, dirs_exist_ok=True)
    shutil.copytree(PROVED, COPY / SOURCES.relative_to(ROOT), copy_function=copy, dirs_exist_ok=True)
    command = "cargo test --release --locked -p ed25519-lanes --test exactness --no-run --target-dir".split()
    folder, flags = ("lanes", {}) if HAS_IFMA else ("emulated", {"RUSTFLAGS": "--cfg emulated_ifma"})
    own = {name: value for name, value in ENV.items() if name != "PROVED_SOURCES"} | flags
    run = subprocess.run([*command, ROOT / "target" / folder], cwd=COPY, env=own, capture_output=True, text=True)
    found = re.search(r"Executable .*\((.*)\)", run.stderr)
    return found[1] if found else sys.exit(run.stderr)


def survived(binary, number):
    """How many random cases pass on all backends in spite of the defect; zero if one fails."""
    backends = {"REQUIRE_BACKENDS": "ifma,avx2", "FUZZ_BACKEND": "all"}
    chosen = {"MUTANT": str(number), "FUZZ_CASES": str(CASES), "FUZZ_SEED": str(number)}
    run = subprocess.run([binary, "--exact", TEST, "--nocapture"], cwd=COPY / "runtime/lanes",
                         env=ENV | backends | chosen, capture_output=True, text=True)
    return 0 if run.returncode else int(re.search(r": (\d+) cases", run.stdout)[1])
