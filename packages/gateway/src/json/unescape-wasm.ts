// Made from wasm/unescape.ts by `npm run wasm`; do not edit.
interface WebAssemblyGlobal {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: unknown };
}

const { WebAssembly } = globalThis as unknown as { readonly WebAssembly?: WebAssemblyGlobal };
const base64 =
  'AGFzbQEAAAABBgFgAX8BfwMCAQAFBAEBAQEHGgINdW5lc2NhcGVTaG9ydAAABm1lbW9yeQIACsQBAcEBAgN/AnsDQCABQRFqIABNBEACQCACIA' +
  'H9AASABCIE/QsEgIACIAUgBP0MICAgICAgICAgICAgICAgIP0m/VAhBSAE/QxcXFxcXFxcXFxcXFxcXFxc/SP9ZCIDRQRAIAFBEGohASACQRBq' +
  'IQIMAwsgA2giAyABaiEBIAIgA2ohAiABLQCBBC0AACIDRQ0AIAIgAzoAgIACIAFBAmohASACQQFqIQIMAgsLC0GAAiACNgIAQYQCIAX9U0EARz' +
  'YCACABCw==';
let module: object | undefined;

/** Returns what an instance exports, which has a memory of its own; undefined where none can be made, or has no room. */
export function instantiate(): unknown {
  if (WebAssembly === undefined) return undefined;
  try {
    module ??= new WebAssembly.Module(Uint8Array.from(atob(base64), (char) => char.charCodeAt(0)));
    return new WebAssembly.Instance(module).exports;
  } catch {
    return undefined;
  }
}
