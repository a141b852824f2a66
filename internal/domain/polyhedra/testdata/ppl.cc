// Runs operations on polyhedra with the Parma Polyhedra Library and prints minimal
// descriptions. Registers hold polyhedra; a line is an operation:
//
//	new R N            R := all of N dimensions
//	con R EQ K C...    R := R with K + C.x >= 0, or == 0
//	join A B           A := hull of both         meet A B
//	free R I           R := R without what is known of I
//	assign R I LO HI C...   xi := C.x + any of LO..HI
//	widen A B          A := A widened by B (standard widening), A in B
//	leq A B            prints 1 or 0
//	print R            prints: empty, or equalities inequalities lines others, a line each
//	                   constraint: EQ K C...
//	copy A B           A := B
#include <ppl.hh>
#include <iostream>
#include <string>
#include <vector>
using namespace Parma_Polyhedra_Library;

static Linear_Expression form(int n, const Coefficient &k) {
  Linear_Expression e(k);
  for (int i = 0; i < n; i++) {
    Coefficient c;
    std::cin >> c;
    e += c * Variable(i);
  }
  return e;
}

int main() {
  std::vector<C_Polyhedron> r(8);
  std::string op;
  while (std::cin >> op) {
    int a;
    std::cin >> a;
    int n = r[a].space_dimension();
    if (op == "new") {
      int dims;
      std::cin >> dims;
      r[a] = C_Polyhedron(dims);
    } else if (op == "con") {
      int eq;
      Coefficient k;
      std::cin >> eq >> k;
      Linear_Expression e = form(n, k);
      r[a].add_constraint(eq ? e == 0 : e >= 0);
    } else if (op == "join" || op == "meet" || op == "widen" || op == "leq" || op == "copy") {
      int b;
      std::cin >> b;
      if (op == "join") {
        r[a].poly_hull_assign(r[b]);
      } else if (op == "meet") {
        r[a].intersection_assign(r[b]);
      } else if (op == "copy") {
        r[a] = r[b];
      } else if (op == "leq") {
        std::cout << r[b].contains(r[a]) << std::endl;
      } else {
        C_Polyhedron w = r[b];
        w.H79_widening_assign(r[a]);
        r[a] = w;
      }
    } else if (op == "free") {
      int i;
      std::cin >> i;
      r[a].unconstrain(Variable(i));
    } else if (op == "assign") {
      int i;
      Coefficient lo, hi;
      std::cin >> i >> lo >> hi;
      Linear_Expression e = form(n, Coefficient(0));
      r[a].bounded_affine_image(Variable(i), e + lo, e + hi);
    } else if (op == "print") {
      if (r[a].is_empty()) {
        std::cout << "empty" << std::endl;
        continue;
      }
      int eq = 0, in = 0, lines = 0, others = 0;
      const Constraint_System &cs = r[a].minimized_constraints();
      for (const Constraint &c : cs) {
        (c.is_equality() ? eq : in)++;
      }
      const Generator_System &gs = r[a].minimized_generators();
      for (const Generator &g : gs) {
        (g.is_line() ? lines : others)++;
      }
      std::cout << eq << " " << in << " " << lines << " " << others << "\n";
      for (const Constraint &c : cs) {
        std::cout << c.is_equality() << " " << c.inhomogeneous_term();
        for (int i = 0; i < n; i++) {
          std::cout << " " << (i < (int)c.space_dimension() ? c.coefficient(Variable(i)) : Coefficient(0));
        }
        std::cout << "\n";
      }
      std::cout << std::flush;
    }
  }
}
