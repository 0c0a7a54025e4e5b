import { useEffect, useState } from 'react';

interface LoadedModule<M> {
  readonly module: M | null;
  readonly hasFailed: boolean;
}

/** A hook that loads a part of the page once it is wanted; later components have it at their first render. */
export function moduleHook<M>(load: () => Promise<M>): (isWanted: boolean) => LoadedModule<M> {
  let loaded: M | null = null;
  return (isWanted) => {
    const [state, setState] = useState<LoadedModule<M>>({ module: loaded, hasFailed: false });
    const isMissing = isWanted && state.module === null && !state.hasFailed;
    useEffect(() => {
      if (!isMissing) return;
      load().then(
        (module) => {
          loaded = module;
          setState({ module, hasFailed: false });
        },
        () => setState({ module: null, hasFailed: true }),
      );
    }, [isMissing]);
    return state;
  };
}
