import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react';

/**
 * The component of that name, a part of a page whose code is loaded by `load`, or when it is rendered; if the browser is offline, once it is back online.
 * `fallback` is shown until then. It has none if its code is loaded: React shows the fallback of `lazy` for at least 300 ms.
 */
export function lazyPart<Name extends string, Props extends object>(
  name: Name,
  read: () => Promise<Record<Name, ComponentType<Props>>>,
  fallback?: ReactNode,
) {
  let loaded: ComponentType<Props> | undefined;
  const load = async () => {
    await untilOnline();
    loaded = (await read())[name];
    return loaded;
  };
  const Lazy = lazy(async () => ({ default: await load() })) as unknown as ComponentType<Props>;
  // biome-ignore lint/correctness/noComponentHookFactories: defined once per module
  const Part = (props: Props) => {
    const [Current] = useState(() => loaded ?? Lazy);
    return (
      <Suspense fallback={fallback}>
        <Current {...props} />
      </Suspense>
    );
  };
  return Object.assign(Part, { load });
}

/** Some browsers never load a module again that they could not load once. */
const untilOnline = async () => {
  if (!navigator.onLine) await new Promise((resolve) => addEventListener('online', resolve, { once: true }));
};
