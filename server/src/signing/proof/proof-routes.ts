import { SIGNING_LANGUAGES, type SigningLanguage } from '@paraph/domain';
import type { FastifyInstance } from 'fastify';
import { visitorOf } from '../../http/authenticate.ts';
import type { Handlers } from '../../http/bind.ts';
import type { Visitor } from '../../http/caller.ts';
import type { CodePorts } from '../../identification/request-code.ts';
import { addReturnToLink, behindLink, refuseHosted } from '../session/authenticate-signer.ts';
import type { SigningDeps } from '../session/signing-session.ts';
import {
  enterSignerCode,
  proveByPasskey,
  readSignerIdentification,
  sendPasskeyChallenge,
  sendSignerCode,
  sendSignerToProvider,
} from './identify-signer.ts';
import {
  addPasskey,
  beginPasskey,
  listOwnPasskeys,
  mailPasskeyCode,
  removePasskey,
} from './set-up-passkey.ts';
import { receiveIdentityReturn } from './visit-identity-provider.ts';

/** A signer shows who they are, between the check and the signature; a passkey is set up after one. */
export function proofRoutes(deps: SigningDeps & CodePorts) {
  const signer = behindLink(deps);
  const onOwnDevice = behindOwnDevice(deps);
  return {
    readIdentification: signer(({ params, query, visitor }) =>
      readSignerIdentification(deps, params.link, { previewId: query.preview, visitor }),
    ),
    requestSigningCode: signer(({ params, body: { previewId, language }, request, visitor }) => {
      const page = { language: languageOf(language), pageOrigin: request.linkHost?.origin };
      return sendSignerCode(deps, params.link, { previewId, ...page, visitor });
    }),
    enterSigningCode: signer(({ params, body, visitor }) =>
      enterSignerCode(deps, params.link, { ...body, visitor }),
    ),
    beginIdentityVisit: signer(({ params, body: { previewId, language }, visitor }) =>
      sendSignerToProvider(deps, params.link, { previewId, language: languageOf(language), visitor }),
    ),
    askForPasskey: signer(({ params, body, visitor }) =>
      sendPasskeyChallenge(deps, params.link, { ...body, visitor }),
    ),
    proveByPasskey: signer(({ params, body: { previewId, ...assertion }, visitor }) =>
      proveByPasskey(deps, params.link, { previewId, visitor, assertion }),
    ),
    // A passkey is of the name of the instance; a host of an organization offers none.
    listOwnPasskeys: signer(async ({ params, request, visitor }) => {
      const own = await listOwnPasskeys(deps, params.link);
      return request.linkHost || isElsewhere(visitor) ? { ...own, offered: false } : own;
    }),
    mailPasskeyCode: onOwnDevice(({ params, body, visitor }) =>
      mailPasskeyCode(deps, params.link, { language: languageOf(body.language), visitor }),
    ),
    beginPasskey: onOwnDevice(({ params, body, visitor }) =>
      beginPasskey(deps, params.link, { code: body.code, language: 'en', visitor }),
    ),
    addPasskey: onOwnDevice(async ({ params, body }) => {
      await addPasskey(deps, params.link, body);
      return listOwnPasskeys(deps, params.link);
    }),
    removePasskey: onOwnDevice(async ({ params }) => {
      await removePasskey(deps, params.link, params.passkeyId);
      return listOwnPasskeys(deps, params.link);
    }),
  } satisfies Partial<Handlers>;
}

/** A passkey that is set up here would stay on the device. */
function behindOwnDevice(deps: SigningDeps): ReturnType<typeof behindLink> {
  const signer = behindLink(deps);
  return (handle) =>
    signer((call) => {
      refuseHosted(call.visitor);
      return handle(call);
    });
}

/** On a device of a host, or in a page of an app: nobody has come by the mailbox that a passkey stands for. */
function isElsewhere({ hosted }: Pick<Visitor, 'hosted'>): boolean {
  return hosted?.way === 'device' || hosted?.way === 'embedded';
}

function languageOf(text: string): SigningLanguage {
  return SIGNING_LANGUAGES.find((each) => each === text) ?? 'en';
}

/** Where identity providers return people to. */
export function addIdentityReturn(app: FastifyInstance, deps: SigningDeps): void {
  addReturnToLink(app, deps, {
    from: 'identity',
    anchor: 'identified',
    receive: (_link, query, request) => receiveIdentityReturn(deps, { query, visitor: visitorOf(request) }),
  });
}
