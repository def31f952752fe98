/** Loaded before a server, as its control: it begins everything at once and refuses nothing, whatever the load. */
import { defaultAdmissionSettings } from '../../../server/limits/admission.ts';
import { defaultOverloadSettings } from '../../../server/limits/overload.ts';

const never = 1e9;
Object.assign(defaultAdmissionSettings, {
  limit: { least: never, most: never, start: never, targetMs: never },
  ...{ maxQueued: never, maxWaitMs: never, standingWaitMs: never },
});
Object.assign(defaultOverloadSettings, { lateMs: never, afterMs: never });
