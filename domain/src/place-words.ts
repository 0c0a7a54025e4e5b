import { keyOf, type Phrase } from './printed-page.ts';

/** What a printed place is for; `place-and-date` is one line for both. */
export type PlaceKind =
  | 'signature'
  | 'initials'
  | 'date'
  | 'name'
  | 'location'
  | 'place-and-date'
  | 'email'
  | 'company'
  | 'title'
  | 'address';

/** Words that ask for a signature, in any form: `sign here`, `Unterschrift des Mieters`. */
const SIGNATURE = words(
  'sign|signed|signature|signatures|by|unterschrift|unterschriften|unterzeichnet|gezeichnet|gez|firma|firmado|fdo|assinatura|handtekening|podpis|توقيع|التوقيع|الامضاء|امضاء|توقيعه',
);
const INITIALS = words(
  'initials|initial here|paraphe|paraphes|parafe|visa|kurzzeichen|paraphe s|iniciales|rubrica|sigla|rubrique|paraaf|parafa|الاحرف الاولى|التاشير',
);
const DATE = words(
  'date|dated|date signed|date of signature|date de signature|datum|datum der unterschrift|fecha|fecha de la firma|fecha de firma|data|data della firma|data da assinatura|data podpisu|datum ondertekening|التاريخ|تاريخ|تاريخ التوقيع|بتاريخ|le|den|on|el dia|il|op|em|dnia|signed on',
);
const LOCATION = words(
  'place|at|signed at|place of signature|lieu|a|fait a|signe a|ort|lugar|en|luogo|li|local|plaats|te|miejsce|miejscowosc|المكان|مكان التوقيع|حرر في',
);
const PLACE_AND_DATE = words(
  'place and date|place date|date and place|date place|lieu et date|date et lieu|ort datum|ort und datum|ort/datum|ort / datum|datum ort|lugar y fecha|fecha y lugar|luogo e data|data e luogo|local e data|plaats en datum|plaats datum|miejscowosc data|miejscowosc i data|miejsce i data|data i miejsce|المكان والتاريخ|التاريخ والمكان',
);
const STAMP = words('stamp|cachet|tampon|stempel|sello|timbro|carimbo|pieczatka|pieczec|ختم|الختم');
const NAME = words(
  'name|full name|your name|printed name|print name|name printed|name in print|name in block letters|signatory name|name of signatory|contributor name|nom|nom et prenom|nom prenom|prenom et nom|nom et prenoms|nom complet|vor und nachname|vor und zuname|name vorname|vorname name|vorname und name|name und vorname|name in druckbuchstaben|druckname|nombre|nombre y apellidos|nombre completo|apellidos y nombre|nome|nome e cognome|cognome e nome|nome completo|naam|volledige naam|naam en voornaam|imie i nazwisko|الاسم|اسم|الاسم الكامل|الاسم واللقب',
);
const EMAIL = words(
  'email|e mail|e mail address|email address|mail|adresse e mail|e mail adresse|emailadresse|correo electronico|correo|courriel|adresse electronique|indirizzo email|البريد الالكتروني',
);
const COMPANY = words(
  'company|company name|organization|organisation|corporation|entreprise|societe|firma des arbeitgebers|unternehmen|firmenname|empresa|azienda|bedrijf|bedrijfsnaam|الشركة|اسم الشركة',
);
const TITLE = words(
  'title|job title|position|fonction|qualite|titre|funktion|stellung|position im unternehmen|cargo|puesto|en calidad de|qualifica|ruolo|functie|stanowisko|الصفة|المنصب|الوظيفة',
);
const ADDRESS = words(
  'address|postal address|mailing address|adresse|adresse postale|anschrift|direccion|domicilio|indirizzo|endereco|adres|العنوان',
);

const TABLES: readonly (readonly [PlaceKind, ReadonlySet<string>])[] = [
  ['place-and-date', PLACE_AND_DATE],
  ['initials', INITIALS],
  ['date', DATE],
  ['location', LOCATION],
  ['name', NAME],
  ['email', EMAIL],
  ['company', COMPANY],
  ['title', TITLE],
  ['address', ADDRESS],
];

/** Words that only ask where a line follows: in running text they are prepositions. */
const WEAK = words('le|den|on|el dia|il|op|em|dnia|a|at|en|te|by|li|da|visa|data|mail|el|al');

/** Who signs, as contracts name them; the first word of each row is the party that the others mean as well. */
const PARTIES: readonly (readonly string[])[] = [
  'landlord|lessor|bailleur|bailleresse|vermieter|vermieterin|verpachter|arrendador|arrendadora|locatore|locador|verhuurder|wynajmujacy|المؤجر',
  'tenant|lessee|locataire|preneur|mieter|mieterin|pachter|arrendatario|arrendataria|inquilino|conduttore|locatario|huurder|najemca|المستاجر',
  'employer|employeur|arbeitgeber|arbeitgeberin|empleador|empresa|empresario|datore di lavoro|empregador|werkgever|pracodawca|صاحب العمل|رب العمل',
  'employee|salarie|salariee|employe|arbeitnehmer|arbeitnehmerin|trabajador|trabajadora|empleado|lavoratore|empregado|werknemer|pracownik|العامل|الموظف',
  'seller|vendor|vendeur|verkaufer|verkauferin|vendedor|venditore|verkoper|sprzedawca|sprzedajacy|البائع',
  'buyer|purchaser|acheteur|acquereur|kaufer|kauferin|comprador|compradora|acquirente|compratore|koper|kupujacy|المشتري',
  'lender|preteur|darlehensgeber|prestamista|mutuante|geldgever|pozyczkodawca|المقرض',
  'borrower|emprunteur|darlehensnehmer|prestatario|mutuatario|geldnemer|pozyczkobiorca|المقترض',
  'client|customer|kunde|auftraggeber|auftraggeberin|donneur d ordre|maitre d ouvrage|cliente|committente|opdrachtgever|zleceniodawca|zamawiajacy|العميل|الزبون',
  'contractor|consultant|provider|prestataire|auftragnehmer|auftragnehmerin|dienstleister|prestador|contratista|prestatore|appaltatore|opdrachtnemer|zleceniobiorca|wykonawca|المقاول|المورد',
  'disclosing party|partie divulgatrice|offenlegende partei|parte reveladora',
  'receiving party|partie receptrice|empfangende partei|parte receptora',
  'guarantor|garant|caution|burge|garante|avalista|fiador|obligado solidario|fideiussore|الضامن|الكفيل',
  'witness|temoin|zeuge|zeugin|testigo|testimone|testemunha|getuige|swiadek|الشاهد|witnessed by',
  'first party|partie 1|partei 1|primera parte|الطرف الاول|الفريق الاول',
  'second party|partie 2|partei 2|segunda parte|الطرف الثاني|الفريق الثاني',
  'applicant|demandeur|antragsteller|antragstellerin|solicitante|richiedente|aanvrager|wnioskodawca|مقدم الطلب',
  'parent|guardian|representant legal|gesetzlicher vertreter|gesetzliche vertreterin|erziehungsberechtigter|erziehungsberechtigten|erziehungsberechtigte|erziehungsberechtigte/r|tutor|representante legal',
  'member|adherent|membre|mitglied|socio|lid|czlonek',
  'board|vorstand|vorstands|bureau|junta|directiva|bestuur|zarzad',
  'account holder|titulaire|kontoinhaber|kontoinhabers|zahlungspflichtigen|titular',
  'donor|donateur|spender|donante',
  'company|societe|unternehmen|sociedad|societa|الشركة',
  'contributor|contributeur|beitragender',
  'parrain',
  'parraine',
  'you',
  'us',
].map((row) => row.split('|'));
/** Longest first, so that `disclosing party` is not taken for less. */
const PARTY_WORDS: readonly (readonly [word: string, party: string])[] = PARTIES.flatMap((row) =>
  row.map((word) => [keyOf(word), row[0] ?? ''] as const),
).sort(([one], [other]) => other.length - one.length);

function words(list: string): ReadonlySet<string> {
  return new Set(list.split('|'));
}

/** Whether words alone, without a line, ask for a signature: no verb, and few of them. */
export function asksWithoutLine({ key }: Pick<Phrase, 'key'>): boolean {
  const all = key.split(' ').filter((word) => word !== 'please');
  return OPEN.has(all[0] ?? '') && all.length <= 5 && !all.some((word) => HEADINGS.has(word));
}

/** `Signature page` heads a page. */
const HEADINGS = words('page|pages|block|seite|pagina|bladzijde|strona|table|process|date|dates');

const OPEN = words('sign|signature|unterschrift|firma|assinatura|handtekening|podpis|توقيع|التوقيع|الامضاء');

/** Words that may stand around a keyword: articles, `of`, `please`, `here`, numbers. */
const FILLERS = words(
  'il|lo|gli|o|the|of|for|and|or|please|here|your|s|du|de|la|le|les|l|d|des|der|die|das|dem|den|del|della|dello|di|el|los|y|e|et|und|oder|van|x|1|2|3|no|nr|authorized|authorised|duly|autorise|ueber|bzw|individual|applicable|if|optional|mandatory|party|partie|partei|parte|person|personne|persona|a|en|in|representative|signatory|vertreter|vertretungsberechtigten|bei|minderjahrigen|minors|mineur|menores',
);

/** The party that the words name, and the words that do; null for none. */
export function partyIn(key: string): { party: string; word: string } | null {
  const padded = ` ${key.replaceAll('/', ' ')} `;
  for (const [word, party] of PARTY_WORDS) {
    if (padded.includes(` ${word} `)) return { party, word };
    // German compounds and genitives (Vermieters), articles before Arabic words.
    if (word.length > 5 && /^[a-z]+$/.test(word) && padded.includes(` ${word}s `)) return { party, word };
    if (/^ال/u.test(word) && padded.includes(` ل${word.slice(1)} `)) return { party, word };
  }
  return null;
}

/** Whether the phrase is nothing but the name of a party: the words under or over a line. */
export function isPartyLabel({ key, text = key }: Pick<Phrase, 'key'> & { text?: string }): boolean {
  const bare = /^[^(]{3,}\(/.test(text) ? keyOf(text.slice(0, text.indexOf('('))) : key;
  const found = partyIn(bare);
  if (!found || bare.length > 60) return false;
  const rest = ` ${bare} `.replace(` ${found.word} `, ' ').replace(` ${found.word}s `, ' ').trim();
  return rest.split(' ').every((word) => word === '' || FILLERS.has(word) || partyIn(word) !== null);
}

export interface Label {
  kind: PlaceKind;
  /** Of one that only a line makes a label. */
  isWeak: boolean;
}

const WORDS_MAX = 9;

/** What the words under a line ask for: they may be a whole sentence (`Date of the request and signature of …`). */
export function captionOf(phrase: Pick<Phrase, 'key' | 'text'>): Label | null {
  const label = labelOf(phrase);
  const all = phrase.key.split(' ');
  if (label || all.length > WORDS_MAX + 3 || VERBS.test(phrase.key) || phrase.text.includes('{{'))
    return label;
  const isSigned = all.some((word) => word !== 'by' && word !== 'firma' && SIGNATURE.has(word));
  return isSigned ? { kind: 'signature', isWeak: false } : null;
}

/** What a phrase asks for; null for running text and all else. */
export function labelOf(phrase: Pick<Phrase, 'key' | 'text'>): Label | null {
  const { key, text } = phrase;
  // A tag asks for its own field (`text-tag.ts`).
  if (key === '' || key.length > 90 || text.includes('{{')) return null;
  const all = key.split(' ');
  const exact = TABLES.find(([, table]) => table.has(key))?.[0];
  if (exact) return { kind: exact, isWeak: WEAK.has(key) };
  if (asksAtLength(phrase, all)) return { kind: 'signature', isWeak: false };
  if (all.length > WORDS_MAX) return null;
  if (asksForSignature(all)) return { kind: 'signature', isWeak: key === 'by' };
  return labelWithParty(all) ?? labelInBrackets(phrase);
}

/** `Signature of Parent/Guardian`, `Contributor signature`, `Datum, Unterschrift Mitglied`, `توقيع المستأجر`. */
function asksForSignature(all: readonly string[]): boolean {
  const at = all.findIndex((word) => SIGNATURE.has(word));
  if (at < 0) return /^(?:please )?sign here\b/.test(all.join(' '));
  const word = all[at];
  if (word === 'by' && all.length > 1) return false;
  const before = all.slice(0, at).join(' ');
  const isFirst = at === 0 || before.split(' ').every((each) => FILLERS.has(each)) || isDateOrPlace(before);
  if (isFirst) return !VERBS.test(all.slice(at + 1).join(' '));
  return at === all.length - 1 && (partyIn(before) !== null || isDateOrPlace(before));
}

/** `(Signature of Parent if Volunteer is Under 18):`, `Participant Signature:`: the colon says that they ask. */
function asksAtLength({ text }: Pick<Phrase, 'text'>, all: readonly string[]): boolean {
  if (!/[:：]\s*$/u.test(text) || all.length > WORDS_MAX + 5) return false;
  return LONG.has(all[0] ?? '') || (all.length <= 4 && LONG.has(all.at(-1) ?? ''));
}

const LONG = words('signature|signatures|unterschrift|firma|assinatura|handtekening|podpis|توقيع|التوقيع');

/** `Per accettazione (timbro e firma)`: brackets at the end say what is asked. */
function labelInBrackets({ text }: Pick<Phrase, 'text'>): Label | null {
  const inner = /^[^()]+\(([^()]{3,40})\)[:：]?\s*$/u.exec(text)?.[1];
  return inner && asksForSignature(keyOf(inner).split(' ')) ? { kind: 'signature', isWeak: false } : null;
}

/** What makes a sentence of words that begin like a label. */
const VERBS =
  /\b(?:is|are|was|by electronic|shall|must|will|will be|that|est|sont|sera|doit|ist|sind|wird|werden|bestatige|erkenne|es|son|sera|debe|e valida|agreement|this|contract|contrat|vertrag)\b/;

function isDateOrPlace(key: string): boolean {
  const rest = key.replace(/ (?:and|und|et|y|e|en|i|u|des|der)$/, '').trim();
  return [DATE, LOCATION, PLACE_AND_DATE, NAME, STAMP].some((table) => table.has(rest));
}

/** `Name of the Tenant`, `Date (Landlord)`: a keyword, a party and words between. */
function labelWithParty(all: readonly string[]): Label | null {
  for (let end = Math.min(all.length - 1, 4); end >= 1; end -= 1) {
    const head = all.slice(0, end).join(' ');
    const kind = TABLES.find(([, table]) => table.has(head))?.[0];
    if (!kind || WEAK.has(head)) continue;
    const tail = all.slice(end).join(' ');
    if (isPartyLabel({ key: tail }) || tail.split(' ').every((word) => FILLERS.has(word)))
      return { kind, isWeak: false };
  }
  return null;
}
