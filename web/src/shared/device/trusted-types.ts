interface PolicyFactory {
  createPolicy(name: string, rules: { createScriptURL: (address: string) => string }): unknown;
}

/**
 * Creates the Trusted Types policy that allows script addresses of this origin only; every other string that becomes a
 * script or markup throws. Does nothing in browsers without Trusted Types.
 */
export function trustOwnScripts(): void {
  const factory = (window as unknown as { trustedTypes?: PolicyFactory }).trustedTypes;
  factory?.createPolicy('default', {
    createScriptURL(address) {
      if (new URL(address, window.location.href).origin === window.location.origin) return address;
      throw new TypeError('Scripts may come from this origin only.');
    },
  });
}
