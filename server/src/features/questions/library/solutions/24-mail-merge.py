import re
import sys

head, letter = sys.stdin.read().rstrip('\n').split('\n\n', 1)
values = dict(line.split('=', 1) for line in head.split('\n'))
missing = []


def fill(match):
    name = match[1].strip()
    value = values.get(name) or (match[2] or '').strip()
    if not value and name not in missing:
        missing.append(name)
    return value


filled = re.sub(r'\{\{([^{}|]*)(?:\|([^{}]*))?\}\}', fill, letter)
print('missing: ' + ', '.join(missing) if missing else filled)
