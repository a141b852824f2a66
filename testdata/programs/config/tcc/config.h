#define TCC_VERSION "0.9.27"
#define CONFIG_TCCDIR "/usr/lib/tcc"
#define CONFIG_TCC_STATIC 1
#define TCC_TARGET_X86_64 1
