// Package cpa is configurable program analysis: one algorithm for analyses that are given by their operators, and the
// graph that it makes.
//
// # The idea
//
// An Analysis says what is known of executions at one place, as immutable states: the initial one, the transfer over an
// edge, when two states are merged, when one stands for another, and how precise a state is worth to be. The algorithm
// (algorithm.go) follows edges from what waits. States that are merged everywhere give data-flow analysis, states that
// never are give model checking, and everything between is a matter of the operators.
//
//	a := cpa.Product(cpa.Errors(asked), value.New(prog, meaning, value.All))
//	run := cpa.NewRun(prog, a, cpa.Orders()[0], nil)
//	done := run.Explore(ctx, 0)
//	fmt.Print(run.Graph(false))     // nodes, what they say, links, what covers what
//
// # Types
//
//	Analysis        the operators; Partitioned, Targeter, Teller, Listener, Bounded, Narrower: what some have beyond
//	Run             an analysis under way: Explore, Target, Refine, Descend, and on again
//	ARG, Node, Link the abstract reachability graph: nodes are only added; Fate says what became of them
//	Frame           a stack that callers share (calls and recursion by tabulation)
//	Graph           the ARG at one moment, as text, drawing, evidence, condition
//	Order           which node is next
//
// Observers (errors, bounds, conditions) are analyses that know nothing of values. In a product, parts strengthen each
// other by expressions.
//
// # What holds
//
// A node that is expanded has a link for each edge that executions in it pass, and what the next node says is true
// behind it; a covered node is below the node that covers it. So the graph, where it is not open, is a proof, and the
// rest of it is what is left to do. TestRuns holds graphs, stopped and refined at random points, against runs.
//
// # Not modelled
//
// Several successors of a state over one edge (it is for the analysis to have a state that stands for them), relations
// between the entry and the exit of a frame other than by the states kept apart.
package cpa
