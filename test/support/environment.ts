/** Loaded before every test: the tools used here send nothing home, whoever runs them. */
process.env.PACT_DO_NOT_TRACK = 'true';
process.env.SCARF_ANALYTICS = 'false';
