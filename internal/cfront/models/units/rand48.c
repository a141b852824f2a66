/* The linear congruential generator of 48 bits (POSIX, drand48 and its variants). */
//# provides: srand48 seed48 lcong48 erand48 nrand48 jrand48 __tandem_drand48 __tandem_lrand48 __tandem_mrand48
//# provides: srand48_r seed48_r lcong48_r drand48_r lrand48_r mrand48_r erand48_r nrand48_r jrand48_r

struct drand48_data {
	unsigned short x[3], old_x[3], c, init;
	unsigned long long a;
};

static struct drand48_data state;

/* The next 48 bits of the generator with state x and parameters d. */
static unsigned long long step(unsigned short *x, struct drand48_data *d)
{
	unsigned long long v = x[0] | (unsigned long long)x[1] << 16 | (unsigned long long)x[2] << 32;
	if (!d->init) {
		d->a = 0x5deece66dull;
		d->c = 11;
		d->init = 1;
	}
	v = (v * d->a + d->c) & 0xffffffffffffull;
	x[0] = (unsigned short)v;
	x[1] = (unsigned short)(v >> 16);
	x[2] = (unsigned short)(v >> 32);
	return v;
}

/* The result of drand48 from 48 bits. */
static double real(unsigned long long v) { return (double)(long long)v * 0x1p-48; }
/* The result of lrand48 from 48 bits. */
static long positive(unsigned long long v) { return (long)(v >> 17); }
/* The result of mrand48 from 48 bits. */
static long both(unsigned long long v) { return (int)(unsigned)(v >> 16); }

int srand48_r(long seed, struct drand48_data *d)
{
	d->x[2] = (unsigned short)((unsigned)seed >> 16);
	d->x[1] = (unsigned short)seed;
	d->x[0] = 0x330e;
	d->a = 0x5deece66dull;
	d->c = 11;
	d->init = 1;
	return 0;
}

int seed48_r(unsigned short *seed, struct drand48_data *d)
{
	int i;
	for (i = 0; i < 3; i++)
		d->old_x[i] = d->x[i];
	for (i = 0; i < 3; i++)
		d->x[i] = seed[i];
	d->a = 0x5deece66dull;
	d->c = 11;
	d->init = 1;
	return 0;
}

int lcong48_r(unsigned short *p, struct drand48_data *d)
{
	int i;
	for (i = 0; i < 3; i++)
		d->x[i] = p[i];
	d->a = (unsigned long long)p[5] << 32 | (unsigned long long)p[4] << 16 | p[3];
	d->c = p[6];
	d->init = 1;
	return 0;
}

int drand48_r(struct drand48_data *d, double *r) { *r = real(step(d->x, d)); return 0; }
int lrand48_r(struct drand48_data *d, long *r) { *r = positive(step(d->x, d)); return 0; }
int mrand48_r(struct drand48_data *d, long *r) { *r = both(step(d->x, d)); return 0; }
int erand48_r(unsigned short *x, struct drand48_data *d, double *r) { *r = real(step(x, d)); return 0; }
int nrand48_r(unsigned short *x, struct drand48_data *d, long *r) { *r = positive(step(x, d)); return 0; }
int jrand48_r(unsigned short *x, struct drand48_data *d, long *r) { *r = both(step(x, d)); return 0; }

void srand48(long seed) { srand48_r(seed, &state); }
unsigned short *seed48(unsigned short *seed) { seed48_r(seed, &state); return state.old_x; }
void lcong48(unsigned short *p) { lcong48_r(p, &state); }
double __tandem_drand48(void) { return real(step(state.x, &state)); }
long __tandem_lrand48(void) { return positive(step(state.x, &state)); }
long __tandem_mrand48(void) { return both(step(state.x, &state)); }
double erand48(unsigned short *x) { return real(step(x, &state)); }
long nrand48(unsigned short *x) { return positive(step(x, &state)); }
long jrand48(unsigned short *x) { return both(step(x, &state)); }
