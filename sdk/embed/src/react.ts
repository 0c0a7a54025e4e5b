import { createElement, type ReactElement, useEffect, useRef } from 'react';
import {
  type DesignOptions,
  type MountedFrame,
  mountDesigner,
  mountSigning,
  type SigningOptions,
} from './mount-frame.ts';

export interface ParaphSignProps extends SigningOptions {
  className?: string | undefined;
}

export interface ParaphDesignProps extends DesignOptions {
  className?: string | undefined;
}

/** The frame, mounted anew for each address; other values change without that. On a server it is an empty `div`. */
export function ParaphSign(props: ParaphSignProps): ReactElement {
  return useFrame(mountSigning, props);
}

/** The same of the designer. */
export function ParaphDesign(props: ParaphDesignProps): ReactElement {
  return useFrame(mountDesigner, props);
}

function useFrame<Props extends ParaphSignProps | ParaphDesignProps>(
  mount: (element: Element, options: Props) => MountedFrame,
  props: Props,
): ReactElement {
  const { url, language, theme, className } = props;
  const element = useRef<HTMLDivElement>(null);
  const mounted = useRef<MountedFrame | null>(null);
  const latest = useRef(props);
  latest.current = props;
  useEffect(() => {
    if (element.current === null) return;
    // As they are when a message comes, not as they were when the frame was mounted.
    const handlers = new Proxy({}, { get: (_, name) => latest.current[name as keyof Props] });
    const { title, language: first, theme: look } = latest.current;
    const options = Object.assign(Object.create(handlers), { url, title, language: first, theme: look });
    mounted.current = mount(element.current, options as Props);
    return () => mounted.current?.close();
  }, [url, mount]);
  useEffect(() => {
    if (language !== undefined) mounted.current?.setLanguage(language);
  }, [language]);
  useEffect(() => {
    if (theme !== undefined) mounted.current?.setTheme(theme);
  }, [theme]);
  return createElement('div', { ref: element, className });
}
