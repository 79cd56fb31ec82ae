import { Orders } from './orders.ts';

interface Answer {
  status: number;
  reply?: unknown;
}

const NOT_FOUND: Answer = { status: 404 };

/** Returns a function that answers requests. */
export function createApi() {
  const orders = new Orders();
  return (method: string, url: string, body?: unknown): Answer => {
    const { pathname, searchParams } = new URL(url, 'http://localhost');
    const id = /^\/orders\/(\d+)$/.exec(pathname)?.[1];
    if (pathname === '/orders' && method === 'GET')
      return { status: 200, reply: orders.page(Number(searchParams.get('page') ?? 1)) };
    if (pathname === '/orders' && method === 'POST') {
      const { item } = (body ?? {}) as { item?: unknown };
      if (typeof item !== 'string' || item === '') return { status: 400 };
      return { status: 201, reply: orders.add({ item }) };
    }
    if (id === undefined) return NOT_FOUND;
    const order = orders.find(Number(id));
    if (!order) return NOT_FOUND;
    if (method === 'GET') return { status: 200, reply: order };
    if (method !== 'DELETE') return NOT_FOUND;
    orders.remove(order.id);
    return { status: 204 };
  };
}
