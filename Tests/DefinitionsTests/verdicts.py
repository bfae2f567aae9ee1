"""Prints a line a file: its path, a tab, and `valid` or the first thing its JSON Schema holds against it.

usage: verdicts.py SCHEMA FILE...
Scalars are resolved by the core schema of YAML 1.2, as scorebook resolves them. Exit 3: a module is missing.
"""
import json, re, sys

try:
    import jsonschema, yaml
except ImportError:
    sys.exit(3)


class Core(yaml.SafeLoader):
    yaml_implicit_resolvers = {}


for tag, pattern, first in [
    ("tag:yaml.org,2002:bool", r"^(?:true|True|TRUE|false|False|FALSE)$", "tTfF"),
    ("tag:yaml.org,2002:null", r"^(?:~|null|Null|NULL|)$", ["~", "n", "N", ""]),
    ("tag:yaml.org,2002:int", r"^[-+]?[0-9]+$", "-+0123456789"),
    ("tag:yaml.org,2002:merge", r"^<<$", ["<"]),
    ("tag:yaml.org,2002:float", r"^[-+]?[0-9]+\.[0-9]+$", "-+0123456789"),
]:
    Core.add_implicit_resolver(tag, re.compile(pattern), list(first))

schema = json.load(open(sys.argv[1]))
jsonschema.Draft7Validator.check_schema(schema)
validator = jsonschema.Draft7Validator(schema)
for path in sys.argv[2:]:
    errors = list(validator.iter_errors(yaml.load(open(path), Core)))
    print(path, errors[0].message.split("\n")[0] if errors else "valid", sep="\t")
