type Files = Record<string, string>;

/** The packages that programs can import and that have types, by the names in their imports. */
const PACKAGES: { named: RegExp; isOfJsx?: true; load: () => Promise<{ FILES: Files }> }[] = [
  { named: /(['"])lodash(-es)?(\/\w+)?\1/, load: () => import('./lodash-types.ts') },
  { named: /(['"])react(-dom)?(\/[\w-]+)?\1/, isOfJsx: true, load: () => import('./react-types.ts') },
];

/** Loads the types of the packages that programs name, each once. */
export class PackageTypes {
  readonly #add: (files: Files) => Promise<void>;
  readonly #loads = new Map<RegExp, Promise<void>>();

  constructor(add: (files: Files) => Promise<void>) {
    this.#add = add;
  }

  /** Adds the types of the packages in a program; with `hasJsx` also those of its elements. Never rejects. */
  async addFor(program: string, hasJsx: boolean): Promise<void> {
    const needed = PACKAGES.filter(({ named, isOfJsx }) => named.test(program) || (hasJsx && isOfJsx));
    await Promise.all(needed.map((each) => this.#loads.get(each.named) ?? this.#load(each)));
  }

  #load({ named, load }: (typeof PACKAGES)[number]): Promise<void> {
    // Without a network and before its first use, a package has no types. The next look tries again.
    const loaded = load().then(
      ({ FILES }) => this.#add(FILES),
      () => void this.#loads.delete(named),
    );
    this.#loads.set(named, loaded);
    return loaded;
  }
}
