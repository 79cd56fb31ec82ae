import { ListRow } from './ListRow.tsx';

export interface Item {
  name: string;
  price: number;
  isDone: boolean;
}

interface ShoppingListProps {
  items: Item[];
  order: 'price' | 'written';
}

export function ShoppingList({ items, order }: ShoppingListProps) {
  const shown = order === 'price' ? items.toSorted((a, b) => a.price - b.price) : items;
  const left = items.filter(({ isDone }) => !isDone).length;
  return (
    <section>
      <h2>{left} to buy</h2>
      {items.length > 0 && (
        <ul>
          {shown.map((item) => (
            <ListRow key={item.name} item={item} />
          ))}
        </ul>
      )}
    </section>
  );
}
