import { type ComponentType, lazy, useState } from 'react';

/**
 * The component of that name, whose code is loaded by `load`, or when it is rendered. `recover` gives another one if the latter fails. It has no fallback if its
 * code is loaded: React shows the fallback of `lazy` for at least 300 ms.
 */
export function lazyCode<Name extends string, Props extends object>(
  name: Name,
  read: () => Promise<Record<Name, ComponentType<Props>>>,
  recover?: (failure: unknown) => ComponentType<Props>,
) {
  let loaded: ComponentType<Props> | undefined;
  const load = async () => {
    loaded = (await read())[name];
    return loaded;
  };
  const Lazy = lazy(async () => ({ default: await load().catch(recover) })) as unknown as ComponentType<Props>;
  // biome-ignore lint/correctness/noComponentHookFactories: defined once per module
  const Code: ComponentType<Props> = (props) => {
    const [Current] = useState(() => loaded ?? Lazy);
    return <Current {...props} />;
  };
  return Object.assign(Code, { load });
}
