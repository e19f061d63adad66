"""Changes of the lanes' sources, each in one line: what `.ci/mutants` makes."""
import collections, hashlib, re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SOURCES, PROOFS = ROOT / "runtime/lanes/src", ROOT / "runtime/lanes/proofs"
FOLDERS = "backend curve single points vrf tables hash".split()
ASSEMBLED = "backend/bmi2/product.rs"
# What known.tsv says: what has no claim, and which changes do not change a result.
LINES = Path(__file__).with_name("known.tsv").read_text().splitlines()
ROWS = [line.split("\t") for line in LINES if line and line[0] != "#"]
NO_CLAIM = {row[0]: row[1] for row in ROWS if len(row) == 2}
EQUIVALENT = {tuple(row[:3]): row[3] for row in ROWS if len(row) == 4}


class Mutant(collections.namedtuple("Mutant", "file line kind old after new body function")):
    """`new` replaces `old`, before the line `after`. `body` has the lines of its function, if that is not `const`."""

    def reason(self):
        """Why the result is the same for all inputs, if that is known."""
        return next((EQUIVALENT[it] for it in self.rows() if it in EQUIVALENT), None)

    def rows(self):
        lines = self.old, f"{self.old} {self.after}"
        return [(self.file, line, change) for line in lines for change in (self.new.strip(), "*")]

    def digest(self):
        return digest(self.file, self.old, self.new, str(self.line))


def digest(*words):
    return hashlib.sha256("\t".join(words).encode()).hexdigest()


def constant(match):
    """Another number: one more or less or, of a hexadecimal or binary one, another bit."""
    text, draw = match[0], int(digest(match.string, str(match.start())), 16)
    number = int(text.replace("_", ""), 0)
    if text[:2] in ("0x", "0b"):
        changed = number ^ 1 << draw % max(number.bit_length(), 1)
        return f"{changed:#0{len(text.replace('_', ''))}{text[1]}}"
    return str(number - 1 if draw % 2 and number > 0 else number + 1)


def more(match):
    return match[1] + str(int(match[2]) + 1) + match[3]


def out_of(changes):
    """The replacement that a list of "from -> to" describes."""
    words = dict(it.split(" -> ") for it in changes)
    return lambda match: match[0].replace(match[0].strip(), words[match[0].strip()])


def both(*pairs):
    """One of a pair for the other."""
    return out_of([f"{a} -> {b}" for a, b in pairs] + [f"{b} -> {a}" for a, b in pairs])


RULES = [
    ("constant", r"(?<![\w.\[])(?<!<< )(?<!>> )(0x[0-9a-f_]+|0b[01_]+|\d+)(?![\w.\]])|(?<=[ (])\d+(?=\])", constant),
    ("carry", r"(<< |>> )(\d+)()", more),
    ("carry", r" << | >> ", both(("<<", ">>"))),
    ("carry", r", carry\)|, borrow\)", lambda _: ", false)"),
    ("carry", r"\w+::from\((carry|borrow)\)", lambda _: "0"),
    ("mask", r" & | \| | \^ |&=|\|=|\^=", out_of(["& -> |", "| -> &", "^ -> |", "&= -> |=", "|= -> ^=", "^= -> |="])),
    # It does not matter which word's `splat` or `call` is called.
    ("index", r"(\[)(\d+)(\])(?!\.(?:splat|call)\()", more),
    ("index", r"(?<=\w)\.[01](?!\d)", both((".0", ".1"))),
    ("index", r"(?<=\w)\.[xyzt]\b", out_of([".x -> .y", ".y -> .x", ".z -> .y", ".t -> .z"])),
    ("index", r"\b(first|last|lower|upper|plus|minus)\b(?!\()",
     both(("first", "last"), ("lower", "upper"), ("plus", "minus"))),
    ("sign", r" [+-] | [+-]= ", both(("+", "-"), ("+=", "-="))),
    ("sign", r"(?<!\w)[!-](?=[a-z(])", lambda _: ""),
    ("sign", r"\b(plus|minus)\(", both(("plus(", "minus("))),
    ("sign", r"\b(true|false|AsEncoded|Negated)\b", both(("true", "false"), ("AsEncoded", "Negated"))),
    ("bound", r" (<|<=|>|>=) ", both(("<", "<="), (">", ">="))),
    ("bound", r" (==|!=|&&|\|\|) ", both(("==", "!="), ("&&", "||"))),
    ("bound", r"(\b|\()(\d+)(\.\.)", more),
    ("bound", r"(\.\.=?)(\d+)()", more),
    ("bound", r"\.(max|min|div_ceil)\(", out_of([".max( -> .min(", ".min( -> .max(", ".div_ceil( -> .div_euclid("])),
    # A product does not depend on its factors' order.
    ("order", r"(?<!times)(?<!product)([(\[])(?!machine)([a-z][\w.]*), ([a-z][\w.]*)(?=[)\]])",
     lambda match: f"{match[1]}{match[3]}, {match[2]}"),
    ("order", r"(?<=, )([a-z]\w*), ([a-z]\w*)(?=\))", lambda match: f"{match[2]}, {match[1]}"),
    ("statement", r"^ *(?! |let |return|use |const |[#})\].])[^{}]*;$", lambda _: ""),
]
ASSEMBLY = [
    ("instruction", r"\b(adcx|adox|adc|add)\b", both(("adcx", "adox"), ("adc", "add"))),
    ("register", r"(\{[aw])([0-6])(\})",
     lambda match: f"{match[1]}{(int(match[2]) + 1) % (4 if match[1] == '{a' else 8)}{match[3]}"),
    ("constant", r"(, )(\d+)()$", more),
    ("statement", r"^\s+(mov|xor|mulx|adcx|adox|adc|add|shr|imul) .*\{.*$", lambda _: ""),
]


def code(file):
    """A file's lines without its unit tests."""
    return re.split(r"\n#\[cfg\((?:all\()?test.*\nmod tests \{", (SOURCES / file).read_text())[0].split("\n")


def bodies(lines):
    """The lines of each function and constant; whether it is a function that is not `const`; its name."""
    i = 0
    while i < len(lines):
        head, start = re.match(r"( *)(?:pub(?:\(\w+\))? )?(const|static|fn) (?:fn )?(\w+)", lines[i]), i
        while head and not lines[i].endswith(("{", "[", ";")):
            i += 1
        if head and not lines[i].endswith(";"):
            end = next(j for j in range(i + 1, len(lines)) if re.match(head[1] + r"[}\]]", lines[j]))
            returns_one_type = "-> impl " not in "".join(lines[start:i + 1])
            yield range(i + 1, end), head[2] == "fn" and returns_one_type, head[3]
            i = end
        elif head and head[2] != "fn":
            yield range(start, i + 1), False, head[3]
        i += 1


def mutants_of(file):
    lines, is_assembly = code(file), file == ASSEMBLED
    for place, can_switch, function in [(range(len(lines)), False, file)] if is_assembly else bodies(lines):
        for i in place:
            text = lines[i].split(" //")[0]
            is_code = is_assembly or not re.match(r'\s*(//|#|debug_assert)|.*("|with_capacity)', lines[i])
            begins = re.search(r"[;{}]$|^\s*//", lines[i - 1].split(" //")[0])
            for kind, pattern, change in (ASSEMBLY if is_assembly else RULES) if is_code else ():
                for match in re.finditer(pattern, text):
                    new = text[:match.start()] + change(match) + text[match.end():]
                    if new != text and (is_assembly or kind != "statement" or begins):
                        body = place if can_switch else None
                        yield Mutant(file, i, kind, text.strip(), lines[i + 1].strip(), new, body, function)


def all_mutants():
    """One of each file and kind comes before a second one; of assembly, which is one file, twelve come at a time."""
    groups = collections.defaultdict(list)
    for path in sorted(SOURCES.rglob("*.rs")):
        file = str(path.relative_to(SOURCES))
        if file.split("/")[0] in FOLDERS and path.stem != "words" and "tests" not in file:
            for mutant in mutants_of(file):
                if file not in NO_CLAIM and f"{file}::{mutant.function}" not in NO_CLAIM:
                    groups[file, mutant.kind].append(mutant)
    for row in EQUIVALENT:
        found = {it.line for group in groups.values() for it in group if row in it.rows()}
        assert len(found) == 1, f"known.tsv: {row} is on {len(found)} lines"
    ranked = [(rank // 12 if it.file == ASSEMBLED else rank, it.digest(), it)
              for group in groups.values() for rank, it in enumerate(sorted(group, key=Mutant.digest))]
    return [it for _, _, it in sorted(ranked, key=lambda it: it[:2])]
