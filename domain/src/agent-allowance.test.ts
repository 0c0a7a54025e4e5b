import { describe, expect, it } from 'vitest';
import { type AgentDraft, findAllowanceProblem, readAllowedDomain } from './agent-allowance.ts';

const ALLOWANCE = { versions: new Map([[7, 3]]), domains: ['example.com'], isVouchedFor: true };
const TEMPLATE = { id: 7, usedVersion: 3, version: 3, name: 'NDA', message: 'Please sign.' };
const ANN = { name: 'Ann Smith', email: 'ann@example.com' };
const DRAFT: AgentDraft = {
  ...{ name: 'NDA', message: 'Please sign.', isUntouched: true, template: TEMPLATE },
  ...{ people: [ANN], followers: [], known: [] },
};
const problemOf = (change: Partial<AgentDraft>, allowance = {}) =>
  findAllowanceProblem({ ...ALLOWANCE, ...allowance }, { ...DRAFT, ...change });
const to = (email: string, name = 'Bob') => ({ people: [ANN, { name, email }] });

describe('what an agent may send by itself', () => {
  it('is a draft of a listed template to people in the domains', () => {
    expect(problemOf({})).toBeNull();
    expect(problemOf({ known: [{ name: ' ann  SMITH', email: 'Ann@Example.com' }] })).toBeNull();
    expect(problemOf(to('bob@EXAMPLE.com'))).toBeNull();
    expect(problemOf({ known: [ANN, { ...ANN, email: 'ann@elsewhere.example' }] })).toBeNull();
  });

  it.each<[string, Partial<AgentDraft>, RegExp]>([
    ['of no template', { template: null }, /made of a template/],
    ['changed since', { isUntouched: false }, /nobody has changed/],
    ['of another template', { template: { ...TEMPLATE, id: 8 } }, /not among those/],
    ['of an earlier version', { template: { ...TEMPLATE, usedVersion: 2 } }, /has changed/],
    ['of one that has changed since', { template: { ...TEMPLATE, version: 4 } }, /has changed/],
    ['with words in its name', { name: 'NDA, pay at once' }, /words/],
    ['with a message of its own', { message: 'Pay at once.' }, /words/],
    ['below the domain', to('bob@mail.example.com'), /domains/],
    ['in a domain that ends so', to('bob@notexample.com'), /domains/],
    ['in a domain that begins so', to('bob@example.com.evil.net'), /domains/],
    ['in letters that look so', to('bob@ex\u0430mple.com'), /domains/],
    ['in wide letters', to('bob@\uff45xample.com'), /domains/],
    ['to a tag behind a plus', to('ann+boss@example.com'), /domains/],
    ['to two addresses in one', to('bob@evil.net,bob@example.com'), /domains/],
    ['to nobody yet', to(''), /domains/],
    ['with a copy to another domain', { followers: [{ name: 'Eve', email: 'eve@evil.net' }] }, /domains/],
    ['to a name that is a link', to('bob@example.com', 'Pay at evil.example/x'), /no name has/],
    ['to a name in another direction', to('bob@example.com', '\u202eboB'), /no name has/],
    [
      'to a known person at another address',
      { known: [{ ...ANN, email: 'ann.smith@example.com' }] },
      /known/,
    ],
    ['to a known address in another name', { known: [{ ...ANN, name: 'Ann Other' }] }, /known/],
  ])('is none %s', (_what, change, reason) => {
    expect(problemOf(change)).toMatch(reason);
  });

  it('is nothing once who allowed it runs the organization no more', () => {
    expect(problemOf({}, { isVouchedFor: false })).toMatch(/no administrator/);
  });

  it.each([
    [' @Example.COM ', 'example.com'],
    ['xn--bcher-kva.example', 'xn--bcher-kva.example'],
    ['com', null],
    ['*.example.com', null],
    ['b\u00fccher.example', null],
    ['ann@example.com', null],
    ['192.0.2.1', null],
    ['-a.example', null],
    ['example.com.', null],
  ])('reads the domain %s', (stated, domain) => {
    expect(readAllowedDomain(stated)).toBe(domain);
  });
});
