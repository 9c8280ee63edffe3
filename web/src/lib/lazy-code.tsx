import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react';

/**
 * The component of that name, whose code is loaded by `load`, or when it is rendered; if the browser is offline, once it is back online. `offline` is shown
 * until then. It has no fallback if its code is loaded: React shows the fallback of `lazy` for at least 300 ms.
 */
export function lazyCode<Name extends string, Props extends object>(
  name: Name,
  read: () => Promise<Record<Name, ComponentType<Props>>>,
  offline?: ReactNode,
) {
  let loaded: ComponentType<Props> | undefined;
  const load = async () => {
    await untilOnline();
    loaded = (await read())[name];
    return loaded;
  };
  const Lazy = lazy(async () => ({ default: await load() })) as unknown as ComponentType<Props>;
  // biome-ignore lint/correctness/noComponentHookFactories: defined once per module
  const Code: ComponentType<Props> = (props) => {
    const [Current] = useState(() => loaded ?? Lazy);
    const [waits] = useState(() => offline !== undefined && !loaded && !navigator.onLine);
    if (!waits) return <Current {...props} />;
    return (
      <Suspense fallback={offline}>
        <Current {...props} />
      </Suspense>
    );
  };
  return Object.assign(Code, { load });
}

/** `lazyCode` for a part of a page: the fallback is shown until its code is loaded. */
export function lazyPart<Name extends string, Props extends object>(
  name: Name,
  read: () => Promise<Record<Name, ComponentType<Props>>>,
  fallback?: ReactNode,
) {
  const Code = lazyCode(name, read);
  // biome-ignore lint/correctness/noComponentHookFactories: defined once per module
  const Part = (props: Props) => (
    <Suspense fallback={fallback}>
      <Code {...props} />
    </Suspense>
  );
  return Object.assign(Part, { load: Code.load });
}

/** Some browsers never load a module again that they could not load once. */
const untilOnline = async () => {
  if (!navigator.onLine) await new Promise((resolve) => addEventListener('online', resolve, { once: true }));
};
