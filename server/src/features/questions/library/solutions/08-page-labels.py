import sys

first, *opened = sys.stdin.read().splitlines()

total, size = map(int, first.split())
pages = -(-total // size)


def label_of(asked):
    if total == 0:
        return 'no rows'
    page = max(1, min(asked, pages))
    start = (page - 1) * size + 1
    end = min(page * size, total)
    return f'{start}-{end} of {total}, page {page} of {pages}'


for line in opened:
    print(label_of(int(line)))
