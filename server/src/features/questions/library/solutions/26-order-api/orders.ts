export interface Order {
  id: number;
  item: string;
}

export const PAGE_SIZE = 2;

/** The orders of a shop, in memory. */
export class Orders {
  #orders: Order[] = [];
  #lastId = 0;

  /** Returns a page of the orders; pages count from 1. */
  page(number: number): Order[] {
    return this.#orders.slice((number - 1) * PAGE_SIZE, number * PAGE_SIZE);
  }

  find(id: number): Order | undefined {
    return this.#orders.find((order) => order.id === id);
  }

  add({ item }: { item: string }): Order {
    const order = { id: ++this.#lastId, item };
    this.#orders.push(order);
    return order;
  }

  /** Returns whether there was such an order. */
  remove(id: number): boolean {
    const before = this.#orders.length;
    this.#orders = this.#orders.filter((order) => order.id !== id);
    return this.#orders.length < before;
  }
}
