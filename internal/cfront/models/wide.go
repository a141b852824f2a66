package models

// wideTemplates are the functions for numbers that take several machine values.
func wideTemplates() map[string]template {
	float := []string{"@T", "float", "@CT", "_Complex float", "@COPYSIGN", "__builtin_copysignf"}
	double := []string{"@T", "double", "@CT", "_Complex double", "@COPYSIGN", "__builtin_copysign",
		"@MAX", "0x1.fffffffffffffp1023", "@MIN", "0x1p-1022", "@EPS", "0x1p-52"}
	extended := []string{"@T", "long double", "@CT", "_Complex long double", "@COPYSIGN", "__builtin_copysignl",
		"@MAX", "0xf.fffffffffffffffp16380L", "@MIN", "0x1p-16382L", "@EPS", "0x1p-63L"}
	quad := []string{"@T", "_Float128", "@CT", "_Complex _Float128", "@COPYSIGN", "__builtin_copysignf128",
		"@MAX", "0x1.ffffffffffffffffffffffffffffp16383f128", "@MIN", "0x1p-16382f128", "@EPS", "0x1p-112f128"}
	return map[string]template{
		"__tandem_float128sf":   {"@float128", []string{"@RESULT", "float", "@DIGITS", "24"}},
		"__tandem_float128df":   {"@float128", []string{"@RESULT", "double", "@DIGITS", "53"}},
		"__tandem_floatun128sf": {"@floatun128", []string{"@RESULT", "float", "@DIGITS", "24"}},
		"__tandem_floatun128df": {"@floatun128", []string{"@RESULT", "double", "@DIGITS", "53"}},
		"__tandem_truncxfsf2": {"@truncxf", []string{"@FLOAT", "float", "@BITS", "unsigned int", "@BIAS", "127", "@DIGITS",
			"23"}},
		"__tandem_truncxfdf2": {"@truncxf", []string{"@FLOAT", "double", "@BITS", "unsigned long long", "@BIAS", "1023",
			"@DIGITS", "52"}},
		"__tandem_truncxfhf2": {"@truncxf", []string{"@FLOAT", "unsigned short", "@BITS", "unsigned short", "@BIAS", "15",
			"@DIGITS", "10"}},
		"__tandem_fixtfti":    {"@fix128tf", []string{"@RESULT", "__int128", "@SIGNED", "1"}},
		"__tandem_fixunstfti": {"@fix128tf", []string{"@RESULT", "unsigned __int128", "@SIGNED", "0"}},
		"__tandem_multc3":     {"@mulc", quad},
		"__tandem_divtc3":     {"@divc", quad},
		"__tandem_fixxfti":    {"@fix128xf", []string{"@RESULT", "__int128", "@SIGNED", "1"}},
		"__tandem_fixunsxfti": {"@fix128xf", []string{"@RESULT", "unsigned __int128", "@SIGNED", "0"}},
		"__tandem_mulsc3":     {"@mulc", float},
		"__tandem_muldc3":     {"@mulc", double},
		"__tandem_mulxc3":     {"@mulc", extended},
		"__tandem_divsc3":     {"@divcwide", float},
		"__tandem_divdc3":     {"@divc", double},
		"__tandem_divxc3":     {"@divc", extended},
	}
}
