import sys

first, *orders = sys.stdin.read().splitlines()

tours = [[] for _ in range(int(first))]
for index, order in enumerate(orders):
    tours[index % len(tours)].append(order)

for index, tour in enumerate(tours):
    print(f'van {index + 1}: {", ".join(tour) or "-"}')
