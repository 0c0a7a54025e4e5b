import './pages.css';

/**
 * Everything after the cover, one file that is loaded while the cover is read; with the page of followers, which is
 * made of the same parts: apart from it, a signer would wait for each part by itself.
 */
export { sayAll } from '../text/violation-texts.ts';
export { EndPage, PassedOnPage, UnknownPage } from './end-page.tsx';
export { FollowPage } from './follow-page.tsx';
export { OpenStages } from './open-stages.tsx';
