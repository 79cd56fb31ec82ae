import sys

first, second = sys.stdin.read().split('\n')[:2]

cancelled = set(second.split())
waiting = [name for name in first.split() if name not in cancelled]
print('\n'.join(waiting) or 'nobody')
