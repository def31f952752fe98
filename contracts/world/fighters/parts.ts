import { both, image, type Raw } from '../text.ts';

/** The images and the page that every fighter has. */
export const pictures = (id: number, slug: string): Raw => ({
  thumbnail: image(`f/${id}.png`),
  profile_image: image(`f/${id}_profile.png`),
  link: both(`https://www.example.com/es/fighter/${slug}`, `https://www.example.com/fighter/${slug}`),
});

export const fullBody = (id: number): Raw => ({
  left_full_body_image: image(`f/${id}_L.png`),
  right_full_body_image: image(`f/${id}_R.png`),
});

export const belt = (id: number): Raw => ({ belt_thumbnail: image(`belt/${id}.png`) });

export const born = (city: string, country: [es: string, en: string], state = ''): Raw => ({
  city_residing: city,
  state_residing: state,
  country_residing: both(...country),
});

/** Body in inches, pounds and kilograms. */
export const body = (height: number, weight: number, reach: number): Raw => ({
  height,
  height_ft: `${Math.floor(height / 12)}' ${height % 12}"`,
  weight,
  weight_kg: Math.round(weight * 4.53592) / 10,
  reach,
});

/** Career averages; strikes and takedowns in the order landed per minute, accuracy, absorbed, defence. */
export const averages = (
  time: string,
  [SLpM, StrikingAccuracy, SApM, StrikingDefense]: [string, string, string, string | null],
  [TakedownAverage, TakedownAccuracy, TakedownDefense]: [string, string | null, string | null],
  [KDAverage, SubmissionsAverage]: [string, string],
): Raw => {
  const [minutes = 0, seconds = 0] = time.split(':').map(Number);
  return {
    AverageFightTime: time,
    AverageFightTime_Seconds: `${minutes * 60 + seconds}.0`,
    SLpM,
    StrikingAccuracy,
    SApM,
    StrikingDefense,
    TakedownAverage,
    TakedownAccuracy,
    TakedownDefense,
    KDAverage,
    SubmissionsAverage,
  };
};

/** Means and maxima of a division. */
export const lightweights: Raw = {
  avg_SLpM: 3.4,
  max_SLpM: 6.1,
  avg_SApM: 3.1,
  max_SApM: 5.8,
  avg_TD: 1.6,
  max_TD: 4.2,
  avg_submission_attempts: 0.5,
  max_submission_attempts: 2.3,
};
