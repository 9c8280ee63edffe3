import { type ComponentType, lazy, useState } from 'react';

export type LazyCode<Props> = {
  loaded: ComponentType<Props> | undefined;
  load: () => Promise<ComponentType<Props>>;
  Lazy: ComponentType<Props>;
};

/** A component whose code is loaded by `load`, or when it is rendered. `recover` gives another one if the latter fails. */
export function lazyCode<Props>(
  load: () => Promise<ComponentType<Props>>,
  recover?: (failure: unknown) => ComponentType<Props>,
): LazyCode<Props> {
  const code: LazyCode<Props> = {
    loaded: undefined,
    load: async () => {
      code.loaded = await load();
      return code.loaded;
    },
    Lazy: lazy(async () => ({
      default: await code.load().catch((failure) => {
        if (recover) return recover(failure);
        throw failure;
      }),
    })) as unknown as ComponentType<Props>,
  };
  return code;
}

/** The component, without a fallback if its code is loaded: React shows the fallback of `lazy` for at least 300 ms. */
export const useCode = <Props>({ loaded, Lazy }: LazyCode<Props>): ComponentType<Props> =>
  useState(() => loaded ?? Lazy)[0];
