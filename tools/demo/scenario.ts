import { relative } from 'node:path';
import { PREFERENCES } from '@paraph/domain';
import { authorizeApp, openAccount, registerApp } from '../../tests/support/account-client.ts';
import type { AppClient } from '../../tests/support/app-client.ts';
import type { ReceivedMail } from '../../tests/support/mail-receiver.ts';
import { projectDir } from '../runtime.mjs';
import { followLink, type RecipientActions } from './answer.ts';
import { TITLE } from './contract-text.ts';
import { drawSignature, SIGNATURES } from './draw-signature.ts';
import { checkSignatures, drawPage, keepSealed } from './results.ts';
import { buildSampleContract } from './sample-contract.ts';
import type { DemoServices } from './services.ts';

const LANDLORD = { name: 'Edith Marlow', email: 'edith@upper-mill.example' };
const LAWYER = { name: 'Ruth Okafor', email: 'ruth@okafor-law.example' };
const TENANT = { name: 'Jonas Brandt', email: 'jonas@brandt-flour.example' };
const AGENT = {
  organizationName: 'Aldermere Estates',
  name: 'Clara Voss',
  email: 'clara@aldermere-estates.example',
  password: 'a password for one demo',
};
const LAST_PAGE = 3;
const patienceMs = 20_000;

const startedAt = performance.now();

/** Prints a line with the seconds since the start. */
export function say(line: string): void {
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(`${seconds.padStart(6)} s  ${line}`);
}

export type Level = 'simple' | 'qualified';

/** Two signers and a reviewer act in order, through the interface, mails and links that they would use. */
export async function runScenario(services: DemoServices, level: Level): Promise<void> {
  const { baseUrl } = services.server;
  say(`It answers at ${baseUrl}.`);
  const account = await openAccount(services.server, AGENT);
  say(`${AGENT.name} opened the set-up link and created the first account.`);
  const keys = await registerApp(account, { name: 'Rent roll', redirectUri: 'http://127.0.0.1/callback' });
  say('She registered the app “Rent roll” under Developers → Integration apps.');
  const app = await authorizeApp(account, baseUrl, keys);
  say('She pressed Allow; the app exchanged its code for an access token.');
  const contract = await buildSampleContract([
    { role: 'Landlord', name: LANDLORD.name },
    { role: 'Tenant', name: TENANT.name },
  ]);
  const id = await sendContract(app, services, { contract, level });
  await completeSteps(services, level);
  const { headers } = await within(
    'the mail that it is signed',
    services.webhooks.waitFor(isEvent('workflow.signed')),
  );
  say(`Sealed and archived. The webhook receiver heard ${services.webhooks.received.length} notifications,`);
  say(
    `  the last: ${headers['paraph-event']} (YUMISIGN-SIGNATURE ${String(headers['yumisign-signature']).slice(0, 30)}…).`,
  );
  for (const { email } of [AGENT, LANDLORD, LAWYER, TENANT])
    await waitForMail(services, email, /is signed by everyone/);
  say('All of them got a mail with the sealed PDF attached.');
  await fetchSealed(app, { id, contract });
}

async function sendContract(
  app: AppClient,
  { webhooks }: DemoServices,
  { contract, level }: { contract: Uint8Array; level: Level },
): Promise<string> {
  const id = await app.sendEnvelope({
    name: TITLE,
    type: level,
    document: contract,
    steps: [
      { type: 'sign', recipients: [LANDLORD] },
      { type: 'review', recipients: [LAWYER] },
      { type: 'sign', recipients: [TENANT] },
    ],
    preferences: { [PREFERENCES.callbackUrl]: webhooks.url },
  });
  say(
    `The app sent “${TITLE}”, ${LAST_PAGE} pages, ${kilobytes(contract)}: POST /api/v1/quick/envelopes → ${id}`,
  );
  return id;
}

async function completeSteps(services: DemoServices, level: Level): Promise<void> {
  const landlord = await openInvitation(services, LANDLORD.email);
  await signAt(level, landlord, { mark: SIGNATURES.Edith, name: LANDLORD.name });
  say(`${LANDLORD.name} agreed to sign electronically, drew her signature and finished.`);
  const lawyer = await openInvitation(services, LAWYER.email);
  await lawyer.approve('Clause 5 now says what the river board asked for.');
  say(`${LAWYER.name} reviewed it and approved.`);
  const tenant = await openInvitation(services, TENANT.email);
  await signAt(level, tenant, { mark: SIGNATURES.Jonas, name: TENANT.name });
  say(`${TENANT.name} drew his signature and finished.`);
}

/** At the level qualified the sandbox provider has the key; its signatures have no legal effect. */
async function signAt(
  level: Level,
  person: RecipientActions,
  { mark, name }: { mark: (typeof SIGNATURES)[keyof typeof SIGNATURES]; name: string },
): Promise<void> {
  const png = drawSignature(mark);
  if (level === 'simple') return void (await person.sign(png));
  await person.signQualified(png, name);
  say(`${name} signed in at the sandbox provider, chose a certificate and released the key there.`);
}

async function openInvitation(services: DemoServices, email: string) {
  const { mail, links } = await waitForMail(services, email, /asks you to/);
  say(`A mail reached ${email}: “${mail.subject}”.`);
  return followLink(links[0] ?? '');
}

function waitForMail({ mails }: DemoServices, email: string, subject: RegExp): Promise<ReceivedMail> {
  const fits = ({ to, mail }: ReceivedMail) => to.includes(email) && subject.test(mail.subject ?? '');
  return within(`a mail to ${email}`, mails.waitFor(fits));
}

function isEvent(name: string) {
  return ({ headers }: { headers: Record<string, unknown> }) => headers['paraph-event'] === name;
}

async function fetchSealed(
  app: AppClient,
  { id, contract }: { id: string; contract: Uint8Array },
): Promise<void> {
  const { status } = await app.readEnvelope(id);
  const sealed = await app.download(id);
  const isPrefix = sealed.subarray(0, contract.length).equals(contract);
  if (status !== 'signed' || !isPrefix) throw new Error(`The document is ${status}, or was rewritten.`);
  say(`The app fetched the sealed PDF, ${kilobytes(sealed)}; it begins with the very bytes that were sent.`);
  const path = await keepSealed(sealed);
  for (const line of checkSignatures(path)) say(`  ${line}`);
  const picture = await drawPage(path, LAST_PAGE);
  console.log(`\n  Sealed document:  ${relative(process.cwd(), path)}`);
  console.log(
    `  Its last page:    ${picture.startsWith(projectDir) ? relative(process.cwd(), picture) : picture}\n`,
  );
}

function kilobytes(bytes: Uint8Array): string {
  return `${(bytes.length / 1024).toFixed(1)} KB`;
}

async function within<T>(what: string, promise: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`Waited in vain for ${what}.`)), patienceMs);
  try {
    return await Promise.race([promise, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
