import { Suspense } from 'react';
import { Benefits } from './Benefits.tsx';
import { CallToAction } from './CallToAction.tsx';
import { Features } from './Features.tsx';
import { Pictures } from './Pictures.tsx';
import { PlayerPicture } from './PlayerPicture.tsx';
import { Pricing } from './Pricing.tsx';
import { Questions } from './Questions.tsx';
import { Security } from './Security.tsx';

export { LandingFooter } from './LandingFooter.tsx';

/** The landing page below the first screen; loads after it. */
export function MoreLanding() {
  return (
    <>
      <Suspense>
        <Features />
        <Pictures />
        <PlayerPicture />
        <Benefits />
      </Suspense>
      <Suspense>
        <Pricing />
      </Suspense>
      <Suspense>
        <Security />
        <Questions />
        <CallToAction />
      </Suspense>
    </>
  );
}
