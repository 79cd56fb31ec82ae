from collections import Counter
from itertools import batched

BATCH = 100


def revenue_report(orders, service):
    """Returns a line for each product: its name and its revenue, the highest first, then by name."""
    counts = Counter()
    for order in orders:
        product, count = order.split()
        counts[product] += int(count)
    prices = {}
    for products in batched(counts, BATCH):
        prices |= service.prices_of(products)
    lines = [(product, count * prices[product]) for product, count in counts.items()]
    lines.sort(key=lambda line: (-line[1], line[0]))
    return [f'{product} {revenue}' for product, revenue in lines]
