declare module '*.md' {
  import type { Token } from 'marked';

  const tokens: Token[];
  export default tokens;
}
