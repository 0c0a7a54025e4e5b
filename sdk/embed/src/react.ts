import { createElement, type ReactElement, useEffect, useRef } from 'react';
import {
  type MountedSigning,
  mountSigning,
  type SigningHandlers,
  type SigningOptions,
} from './mount-signing.ts';

export interface ParaphSignProps extends SigningOptions {
  className?: string | undefined;
}

/** The frame, mounted anew for each address; other values change without that. On a server it is an empty `div`. */
export function ParaphSign(props: ParaphSignProps): ReactElement {
  const { url, language, theme, className } = props;
  const element = useRef<HTMLDivElement>(null);
  const mounted = useRef<MountedSigning | null>(null);
  const latest = useRef(props);
  latest.current = props;
  useEffect(() => {
    if (element.current === null) return;
    // As they are when a message comes, not as they were when the frame was mounted.
    const handlers = new Proxy({} as SigningHandlers, {
      get: (_, name) => latest.current[name as keyof SigningHandlers],
    });
    const { title, language: first, theme: look } = latest.current;
    const options = Object.assign(Object.create(handlers), { url, title, language: first, theme: look });
    mounted.current = mountSigning(element.current, options as SigningOptions);
    return () => mounted.current?.close();
  }, [url]);
  useEffect(() => {
    if (language !== undefined) mounted.current?.setLanguage(language);
  }, [language]);
  useEffect(() => {
    if (theme !== undefined) mounted.current?.setTheme(theme);
  }, [theme]);
  return createElement('div', { ref: element, className });
}
