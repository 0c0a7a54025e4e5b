import type { FaultyFile } from './mutation.ts';

const hosts = ['tests/api/link-host.test.ts'];

const tests = ['tests/api/brand.test.ts'];

/** How an organization shows itself: readable, its administrators’ to decide, and beside what we say, never for it. */
export const brandFaults: readonly FaultyFile[] = [
  {
    file: 'domain/src/brand.ts',
    tests: ['domain/src/brand.test.ts'],
    faults: {
      'accent-without-contrast': ['contrastOf(one, other) >= CONTRAST_MIN', 'contrastOf(one, other) >= 1'],
      'accent-unreadable-in-the-dark': ["if (isReadable(dark, 'dark'))", "if (dark.accent !== '')"],
    },
  },
  {
    file: 'server/src/brands/check-brand.ts',
    tests,
    faults: {
      'brand-accent-not-checked': ["...read('accent', accentProblem),", "...read('accent', () => null),"],
      'brand-name-passes-for-address': [
        "...read('senderName', senderNameProblem),",
        "...read('senderName', () => null),",
      ],
    },
  },
  {
    file: 'server/src/brands/manage-brand.ts',
    tests,
    faults: {
      'brand-logo-not-decoded': [
        "const { format, bytes } = await examinePictureUpload(deps, upload, 'stamp');",
        "const { format, bytes } = { format: 'png' as const, bytes: upload?.head ?? Buffer.alloc(0) };",
      ],
      'brand-logo-stays-on-disk': ['await removeBlobs(deps, unnamed);', ''],
    },
  },
  {
    file: 'server/src/brands/brand-store.ts',
    tests,
    faults: {
      'brand-draft-shown': [".where('phase', '=', 'published'),", ".where('phase', '=', 'draft'),"],
    },
  },
  {
    file: 'server/src/brands/serve-logo.ts',
    tests,
    faults: {
      'brand-logo-may-run': ['inSandbox(await serveFile(deps, call, about))', 'serveFile(deps, call, about)'],
    },
  },
  {
    file: 'server/src/followers/read-following.ts',
    tests,
    faults: {
      'followers-see-no-brand': [
        'brand: viewShownBrand(facts.organization.brand, {',
        'brand: viewShownBrand(null, {',
      ],
    },
  },
  {
    file: 'server/src/evidence/sealing-certificate.ts',
    tests,
    faults: {
      'certificate-of-sealing-without-brand': [
        'drawLogo(flow, brand, organization.name);',
        'drawLogo(flow, null, organization.name);',
      ],
    },
  },
  {
    file: 'server/src/signing/session/open-signing.ts',
    tests,
    faults: {
      'disclosure-need-not-be-shown': [
        "if (organization.brand === null || chooseDisclosure(organization.brand, 'en') === null) return null;",
        'return null;',
      ],
    },
  },
  {
    file: 'server/src/signing/signing-view.ts',
    tests,
    faults: {
      'disclosure-in-place-of-consent': [
        '      text: consent.text,',
        '      text: session.facts.organization.brand?.disclosures.en ?? consent.text,',
      ],
      'disclosure-of-another-time': [
        'if (consentVersion !== null || brand === null) return agreedDisclosure;',
        'if (brand === null) return null;',
      ],
    },
  },
  {
    file: 'server/src/mail/compose-mail.ts',
    tests,
    faults: {
      'brand-footer-with-links': ['return sanitizeBody(brand.footer)', 'return brand.footer'],
      'brand-footer-hides-ours': [
        'footer: [...footerLines(brand), ...content.footer, ...abuse],',
        'footer: brand ? footerLines(brand) : [...content.footer, ...abuse],',
      ],
    },
  },
  {
    file: 'server/src/identification/send-code.ts',
    tests: hosts,
    faults: {
      'code-is-offered-on-another-host': ['code.page_host ?? new URL', 'new URL'],
    },
  },
  {
    file: 'server/src/http/link-hosts.ts',
    tests: hosts,
    faults: {
      'host-shows-links-of-other-organizations': [
        ') === organizationId) return false;',
        ') !== null) return false;',
      ],
      'host-takes-a-form-for-a-follower': ["    if (link.of === 'form') return false;\n", ''],
      'host-serves-the-app': ['if (!isPageRequest(request))', 'if (false)'],
    },
  },
  {
    file: 'server/src/http/authenticate.ts',
    tests: hosts,
    faults: { 'page-of-the-instance-acts-at-a-host': ['request.linkHost?.origin ?? baseUrl', 'baseUrl'] },
  },
  {
    file: 'server/src/brands/link-host-store.ts',
    tests: hosts,
    faults: {
      'host-that-is-not-proven-serves-links': [
        'from link_hosts where host = ${host} and proven_at is not null`',
        'from link_hosts where host = ${host}`',
      ],
      'certificate-is-made-for-a-name-of-nobody': [' and named_at is not null limit 1', ' limit 1'],
    },
  },
  {
    file: 'server/src/brands/manage-link-host.ts',
    tests: hosts,
    faults: {
      'host-counts-that-leads-elsewhere': ['if (problem !== null) throw invalid', 'if (false) throw invalid'],
    },
  },
  {
    file: 'server/src/signing/signing-pages.ts',
    tests: hosts,
    faults: { 'passkey-is-asked-where-it-cannot-work': ['if (request.linkHost &&', 'if (false &&'] },
  },
];
