import { Link } from '@tanstack/react-router';
import type { Token, Tokens } from 'marked';
import type { ReactNode } from 'react';
import { ScrollRegion } from '../ui/scroll-region.tsx';
import { CodeSample } from './code-sample.tsx';
import { fragmentOf, hrefOf } from './guide-list.ts';

/** Renders Markdown tokens, which are parsed at build time, as elements; no HTML is inserted. */
export function Markdown({ tokens }: { tokens: readonly Token[] }) {
  return <div className="docs-text">{tokens.map(block)}</div>;
}

function block(token: Token, index: number): ReactNode {
  const key = `${index}-${token.type}`;
  switch (token.type) {
    case 'heading':
      return <Heading key={key} token={token as Tokens.Heading} />;
    case 'paragraph':
      return <p key={key}>{inlines(token.tokens)}</p>;
    case 'code':
      return <CodeSample key={key} text={hereIn(token.text)} language={token.lang?.split(' ')[0] ?? ''} />;
    case 'list':
      return <List key={key} token={token as Tokens.List} />;
    case 'table':
      return <TextTable key={key} token={token as Tokens.Table} />;
    case 'blockquote':
      return <blockquote key={key}>{(token.tokens ?? []).map(block)}</blockquote>;
    case 'text':
      return <span key={key}>{token.tokens ? inlines(token.tokens) : token.text}</span>;
    // HTML comments and blank lines.
    default:
      return null;
  }
}

/** Replaces the default address in examples by this instance's. */
function hereIn(code: string): string {
  return code.replaceAll('http://localhost:3000', window.location.origin);
}

function Heading({ token }: { token: Tokens.Heading }) {
  const id = fragmentOf(token.text);
  const content = inlines(token.tokens);
  if (token.depth === 1) return <h1 id={id}>{content}</h1>;
  if (token.depth === 2) return <h2 id={id}>{content}</h2>;
  return <h3 id={id}>{content}</h3>;
}

function List({ token }: { token: Tokens.List }) {
  const items = token.items.map((item) => <li key={item.raw}>{item.tokens.map(block)}</li>);
  return token.ordered ? <ol>{items}</ol> : <ul>{items}</ul>;
}

function TextTable({ token }: { token: Tokens.Table }) {
  return (
    <ScrollRegion label={token.header.map(({ text }) => text).join(', ')}>
      <table>
        <thead>
          <tr>
            {token.header.map((cell) => (
              <th key={cell.text} scope="col">
                {inlines(cell.tokens)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {token.rows.map((row) => (
            <tr key={row.map(({ text }) => text).join('|')}>
              {row.map((cell, index) => (
                <td key={token.header[index]?.text}>{inlines(cell.tokens)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

function inlines(tokens: readonly Token[] | undefined): ReactNode[] {
  return (tokens ?? []).map((token, index) => inline(token, `${index}-${token.type}`));
}

function inline(token: Token, key: string): ReactNode {
  switch (token.type) {
    case 'strong':
      return <strong key={key}>{inlines(token.tokens)}</strong>;
    case 'em':
      return <em key={key}>{inlines(token.tokens)}</em>;
    case 'codespan':
      return <code key={key}>{withoutMarkup(token.text)}</code>;
    case 'link':
      return <TextLink key={key} href={hrefOf(token.href)} content={inlines(token.tokens)} />;
    case 'br':
      return <br key={key} />;
    case 'html':
    case 'image':
      return null;
    default:
      return <span key={key}>{withoutMarkup('text' in token ? token.text : token.raw)}</span>;
  }
}

function TextLink({ href, content }: { href: string; content: ReactNode }) {
  if (!href.startsWith('/docs/')) return <a href={href}>{content}</a>;
  const [path = '', hash] = href.split('#');
  return (
    <Link to="/docs/$page" params={{ page: path.slice('/docs/'.length) }} {...(hash ? { hash } : {})}>
      {content}
    </Link>
  );
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};

/** The Markdown parser escapes text for HTML, which React must not do again. */
function withoutMarkup(text: string): string {
  return text.replaceAll(/&(amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity] ?? entity);
}
