import { describe, expect, it } from 'vitest';
import { isPeopleList, readContactList, readPeopleText } from './contact-list.ts';

const listed = (text: string) =>
  readPeopleText(text).map(({ row, unknown, ...person }) => Object.values(person).filter(Boolean).join('|'));

describe('a list of people', () => {
  it.each([
    ['as a mail program writes it', 'Ann <a@x.org>; "Doe, \\"J\\"" <j@x.org>, b@x.org\nÉ <e@x.org>'],
    ['of two columns', 'Ann\ta@x.org\r\nDoe, "J"\tj@x.org\n\nb\tb@x.org\nÉ\te@x.org\n'],
    ['with a semicolon', '\ufeffAnn;a@x.org\n"Doe, ""J""";j@x.org\nb;b@x.org\nÉ;e@x.org'],
  ])('%s', (_kind, text) => {
    const people = listed(text);
    expect(people.map((person) => person.replace(/^b\|/, ''))).toEqual([
      'Ann|a@x.org',
      'Doe, "J"|j@x.org',
      'b@x.org',
      'É|e@x.org',
    ]);
  });

  it('has columns in any order, by their headings in several languages, or by what stands in them', () => {
    const headed =
      'Prénom,Nom de famille,Ville,Courriel,Téléphone,Langue\nZoé,"Le\nGall",Brest,z@x.org,+33 1,FR';
    expect(listed(headed)).toEqual(['Zoé Le\nGall|z@x.org|+33 1|FR']);
    expect(listed('E-Mail;Name\na@x.org;Ann')).toEqual(['Ann|a@x.org']);
    expect(listed('a@x.org\tAnn\t+41 79 123 45 67\tde')).toEqual(['Ann|a@x.org|+41 79 123 45 67|de']);
    expect(listed('a@x.org')).toEqual(['a@x.org']);
    expect(readPeopleText('Ann,a@x.org,boss').map(({ unknown }) => unknown)).toEqual(['boss']);
    expect(readPeopleText(' \n')).toEqual([]);
  });

  it('is a list where each row has an address', () => {
    expect(isPeopleList(readPeopleText('Ann\ta@x.org\nBob\tb@x.org'))).toBe(true);
    expect(isPeopleList(readPeopleText('Ann\ta@x.org\nBob'))).toBe(false);
    expect(isPeopleList(readPeopleText('Ann'))).toBe(false);
    expect(isPeopleList([])).toBe(false);
  });

  it('has its problems named by row, all at once', () => {
    const violations = {};
    const text = 'name,email,phone,language\nAnn,a@x.org,+41791234567,DE\n,b@x.org,12,xx\nC,c\nD,A@X.org';
    expect(readContactList(readPeopleText(text), violations)[0]).toEqual({
      name: 'Ann',
      email: 'a@x.org',
      emailKey: 'a@x.org',
      phone: '+41791234567',
      language: 'de',
    });
    expect(Object.keys(violations)).toEqual([
      'rows[3][name]',
      'rows[3][phone]',
      'rows[3][language]',
      'rows[4][email]',
      'rows[5][email]',
    ]);
    const others = {};
    readContactList(readPeopleText('Ann,a@x.org,boss'), others);
    expect(Object.keys(others)).toEqual(['rows[1]']);
  });
});
