import { createRoot } from 'react-dom/client';
import './page.css';
import { leaveOnLock } from '../api/lock-channel.ts';
import { sayRefusalsBy } from '../api/refusal-words.ts';
import { startInPreferredLanguage } from './languages.ts';
import './signing.css';
import { SigningPage } from './signing-page.tsx';

const root = document.getElementById('root');
if (root === null) throw new Error('signing.html has no element with the id root.');

/** What follows another device, and what the sender of a draft tries, is loaded apart from what recipients get. */
async function choosePage() {
  if (location.pathname === '/signing/continue') return (await import('./arrival-page.tsx')).ArrivalPage;
  if (location.pathname.startsWith('/signing/embedded/'))
    return (await import('./embedded-page.tsx')).EmbeddedPage;
  if (location.pathname === '/signing/in-person') return (await import('./in-person-page.tsx')).InPersonPage;
  if (location.pathname.startsWith('/following/')) return (await import('./stages.ts')).FollowPage;
  if (location.pathname.startsWith('/form/')) return (await import('./form-page.tsx')).FormPage;
  if (location.pathname.startsWith('/previewing/templates/'))
    return (await import('./trial-page.tsx')).TrialPage;
  if (location.pathname.startsWith('/previewing/')) return (await import('./trial-page.tsx')).BrandPreview;
  if (!location.pathname.startsWith('/designing/')) return SigningPage;
  return (await import('./trial-page.tsx')).TrialPage;
}

sayRefusalsBy(async (sentences) => (await import('./stages.ts')).sayAll(sentences));

leaveOnLock();

void Promise.all([choosePage(), startInPreferredLanguage()]).then(([Page]) =>
  createRoot(root).render(<Page />),
);
