import { AppError } from '../../errors.ts';
import type { App } from '../http-app.ts';

/** The address exists but does not accept the method. */
export class MethodNotAllowed extends AppError {
  /** The value of the `Allow` header. */
  readonly allow: string;

  constructor(methods: string[]) {
    super('method_not_allowed', 'This address does not accept that method.');
    this.allow = methods.toSorted().join(', ');
  }
}

/** Returns the methods that routes accept at a path. */
export type MethodsAt = (path: string) => string[];

/** Collects the methods of every route that is registered after this, except routes for any path. */
export function collectMethods(app: App): MethodsAt {
  const routes: { path: RegExp; methods: string[] }[] = [];
  app.addHook('onRoute', ({ url, method }) => {
    if (!/^\/?\*$/.test(url)) routes.push({ path: patternOf(url), methods: [method].flat() });
  });
  return (path) => [...new Set(routes.flatMap((route) => (route.path.test(path) ? route.methods : [])))];
}

function patternOf(url: string): RegExp {
  const parts = url.split('/').map((part) => {
    if (part === '*') return '.*';
    return part.startsWith(':') ? '[^/]+' : part.replaceAll('.', '\\.');
  });
  return new RegExp(`^${parts.join('/')}$`);
}
