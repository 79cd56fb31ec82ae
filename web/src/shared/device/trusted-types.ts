interface PolicyFactory {
  createPolicy(name: string, rules: { createScriptURL: (address: string) => string }): unknown;
}

/**
 * Lets workers and the service worker come from this origin, and makes every other way from a text to a script, or
 * to markup, an error. Where the browser has no Trusted Types there is nothing to do.
 */
export function trustOwnScripts(): void {
  const factory = (window as unknown as { trustedTypes?: PolicyFactory }).trustedTypes;
  factory?.createPolicy('default', {
    createScriptURL(address) {
      if (new URL(address, window.location.href).origin === window.location.origin) return address;
      throw new TypeError('Scripts come from this origin alone.');
    },
  });
}
